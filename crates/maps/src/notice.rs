//! What says how many places are outside the picture.

use crate::camera::Size;
use crate::clusters::{self, Mark};
use crate::layout::Area;
use crate::words::{Words, counted};

/// How large it is but for its words; how far it stays from the edges; and where it looks for room,
/// from the lower edge up.
const SIZE: Size = Size { width: 26.0, height: 34.0 };
const BUTTON: f64 = 20.0;
/// In narrower pictures it has no button: the controls have the same.
const NARROW: f64 = 400.0;
const SIDE: f64 = 10.0;
const ROWS: [f64; 3] = [22.0, 62.0, 102.0];

/// How many places are outside, said where it hides no pin if there is such a place.
#[derive(Debug, PartialEq)]
pub struct Notice {
    pub text: String,
    /// Its middle from the left, and its foot from below.
    pub x: f64,
    pub bottom: f64,
}

impl Notice {
    /// Where it stands is taken then. It makes way for pins.
    pub fn of(outside: usize, marks: &[Mark], taken: &mut Vec<Area>, size: Size, words: &dyn Words) -> Option<Notice> {
        if outside == 0 {
            return None;
        }
        let text = counted(words, "mapOutsideOne", "mapOutside", outside);
        let mut width = words.width(&text) + SIZE.width;
        if size.width >= NARROW {
            width += words.width(&words.word("mapFit")) + BUTTON;
        }
        let half = width.min(size.width - 2.0 * SIDE) / 2.0;
        let side = half + SIDE;
        let middle = size.width / 2.0;
        let mut place = (middle, ROWS[0]);
        'rows: for bottom in [ROWS[0], ROWS[1], ROWS[2], size.height - SIDE - SIZE.height] {
            for x in [middle, side, size.width - side] {
                if is_free(&area(x, bottom, half, size), marks, taken) {
                    place = (x, bottom);
                    break 'rows;
                }
            }
        }
        let (x, bottom) = place;
        taken.push(area(x, bottom, half, size));
        Some(Notice { text, x, bottom })
    }
}

fn area(x: f64, bottom: f64, half: f64, size: Size) -> Area {
    let bottom = size.height - bottom;
    Area { left: x - half, top: bottom - SIZE.height, right: x + half, bottom }
}

fn is_free(area: &Area, marks: &[Mark], taken: &[Area]) -> bool {
    let is_over = |mark: &Mark| match mark {
        Mark::Pin { at, .. } => area.meets(&Area::pin(*at)),
        Mark::Cluster { at, .. } => area.meets(&Area::around(*at, clusters::REACH)),
    };
    !taken.iter().any(|other| area.meets(other)) && !marks.iter().any(is_over)
}
