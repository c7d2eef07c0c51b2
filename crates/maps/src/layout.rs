//! What lies over a picture and hides what is drawn there: the controls and the locator, and how large a pin is.

use crate::camera::Size;
use crate::projection::Point;

/// How large a pin is, from its tip up.
pub const PIN: Size = Size { width: 27.0, height: 43.0 };
/// An open one is larger by this.
pub const OPEN: f64 = 1.15;
/// Up to this zoom the outlines are as good as they look. One level further they are gone: a coast that is off would put
/// a pin on the beach into the sea.
pub const LAST_HONEST_ZOOM: f64 = 6.0;
/// From this zoom on nobody knows from the outlines alone where on Earth this is.
const FIRST_LOST_ZOOM: f64 = 4.0;
/// The locator in its corner, and in a narrow picture.
pub const LOCATOR: Size = Size { width: 96.0, height: 56.0 };
const NARROW: f64 = 260.0;
const SMALLER: f64 = 2.0 / 3.0;
/// How far the locator is from the edges.
const CORNER: f64 = 10.0;
/// The controls in the other corner, as large as they are for fingers, with what is left free round them.
const CONTROLS: Size = Size { width: 58.0, height: 148.0 };

/// A part of the picture.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    pub fn around(at: Point, reach: f64) -> Area {
        Area { left: at.x - reach, top: at.y - reach, right: at.x + reach, bottom: at.y + reach }
    }

    /// What a pin covers that stands here.
    pub fn pin(tip: Point) -> Area {
        let half = PIN.width / 2.0;
        Area { left: tip.x - half, top: tip.y - PIN.height, right: tip.x + half, bottom: tip.y }
    }

    pub fn meets(&self, other: &Area) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}

/// How large the locator is at a zoom, where there is one.
pub fn locator(zoom: f64, size: Size) -> Option<Size> {
    let part = if size.width < NARROW { SMALLER } else { 1.0 };
    (zoom >= FIRST_LOST_ZOOM).then_some(Size { width: LOCATOR.width * part, height: LOCATOR.height * part })
}

/// What the controls cover, and the locator: nothing where there is none.
pub fn covered(zoom: f64, size: Size) -> [Area; 2] {
    let Size { width, .. } = size;
    let controls = Area { left: width - CONTROLS.width, top: 0.0, right: width, bottom: CONTROLS.height };
    let locator = match locator(zoom, size) {
        Some(Size { width, height }) => Point { x: 2.0 * CORNER + width, y: 2.0 * CORNER + height },
        None => Point { x: 0.0, y: 0.0 },
    };
    [controls, Area { left: 0.0, top: 0.0, right: locator.x, bottom: locator.y }]
}

/// Whether all of a pin is seen that stands here.
pub fn is_clear(tip: Point, zoom: f64, size: Size) -> bool {
    let pin = Area::pin(tip);
    let is_in = pin.left >= 0.0 && pin.top >= 0.0 && pin.right <= size.width && pin.bottom <= size.height;
    is_in && covered(zoom, size).iter().all(|area| !area.meets(&pin))
}
