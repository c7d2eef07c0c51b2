//! Which names stand beside their pins: as many as there is room for, none over another.

use crate::camera::Size;
use crate::layout::{Area, PIN};
use crate::projection::Point;

/// Room that names take, in the size that maps.css writes them in.
const HEIGHT: f64 = 18.0;
const WIDEST: f64 = 200.0;
const PADDING: f64 = 7.0;
const GAP: f64 = 3.0;

/// A pin in the picture whose name looks for a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Named {
    pub index: usize,
    pub at: Point,
    /// Its name alone, in pixels.
    pub width: f64,
}

/// A name beside its pin: the left end of its middle line, and how wide it may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    pub index: usize,
    pub at: Point,
    pub width: f64,
}

/// Places names in the order they come in, the most important first. Nothing is written where it is `taken`.
pub fn place(named: &[Named], taken: &[Area], size: Size) -> Vec<Label> {
    let mut boxes: Vec<Area> = named.iter().map(|pin| Area::pin(pin.at)).chain(taken.iter().copied()).collect();
    let mut labels = Vec::new();
    for (own, pin) in named.iter().enumerate() {
        let width = (pin.width + PADDING).min(WIDEST);
        let middle = pin.at.y - PIN.height + PIN.width / 2.0;
        let beside = PIN.width / 2.0 + GAP;
        let found = [pin.at.x + beside, pin.at.x - beside - width].into_iter().find_map(|left| {
            let room = Area { left, top: middle - HEIGHT / 2.0, right: left + width, bottom: middle + HEIGHT / 2.0 };
            let fits =
                room.left >= 4.0 && room.right <= size.width - 4.0 && room.top >= 2.0 && room.bottom <= size.height;
            let is_free = boxes.iter().enumerate().all(|(index, other)| index == own || !room.meets(other));
            (fits && is_free).then_some(room)
        });
        if let Some(room) = found {
            labels.push(Label { index: pin.index, at: Point { x: room.left, y: middle }, width });
            boxes.push(room);
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { width: 720.0, height: 432.0 };

    fn place_all(pins: &[(f64, f64, f64)]) -> Vec<(usize, bool)> {
        let named: Vec<Named> =
            pins.iter().enumerate().map(|(index, &(x, y, width))| Named { index, at: Point { x, y }, width }).collect();
        let labels = place(&named, &[], SIZE);
        labels.iter().map(|label| (label.index, label.at.x > named[label.index].at.x)).collect()
    }

    #[test]
    fn names_stand_to_the_right_or_else_to_the_left_or_not_at_all() {
        for (pins, expected) in [
            (vec![(100.0, 100.0, 60.0)], vec![(0, true)]),
            (vec![(700.0, 100.0, 60.0)], vec![(0, false)]),
            (vec![(100.0, 100.0, 60.0), (130.0, 100.0, 60.0)], vec![(0, false), (1, true)]),
            (vec![(20.0, 100.0, 60.0), (50.0, 100.0, 60.0)], vec![(1, true)]),
            (vec![(100.0, 10.0, 60.0)], vec![]),
        ] {
            assert_eq!(place_all(&pins), expected, "{pins:?}");
        }
    }

    #[test]
    fn no_name_lies_over_another_or_over_a_pin() {
        let pins: Vec<(f64, f64, f64)> =
            (0..300u32).map(|index| (f64::from(index * 7_919 % 720), f64::from(index * 104_729 % 432), 90.0)).collect();
        let named: Vec<Named> =
            pins.iter().enumerate().map(|(index, &(x, y, width))| Named { index, at: Point { x, y }, width }).collect();
        let labels = place(&named, &[], SIZE);
        let room = |label: &Label| Area {
            left: label.at.x,
            top: label.at.y - HEIGHT / 2.0,
            right: label.at.x + label.width,
            bottom: label.at.y + HEIGHT / 2.0,
        };
        for (index, label) in labels.iter().enumerate() {
            assert!(labels[..index].iter().all(|other| !room(label).meets(&room(other))));
            let over = named.iter().filter(|pin| pin.index != label.index && room(label).meets(&Area::pin(pin.at)));
            assert_eq!(over.count(), 0);
        }
    }

    #[test]
    fn an_endless_name_has_no_endless_room() {
        let labels = place(&[Named { index: 0, at: Point { x: 100.0, y: 100.0 }, width: 1e6 }], &[], SIZE);
        assert_eq!(labels[0].width, WIDEST);
    }
}
