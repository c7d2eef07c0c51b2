//! A finished drawing: what lies behind, one mark an entry, and words in front.

use crate::plane::Frame;
use crate::scene::Prim;
#[cfg(test)]
use crate::scene::Shape;

/// The room a chart has, as the page laid it out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// In CSS pixels.
    pub width: f64,
    pub direction: Direction,
}

/// Which way the page's language runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    LeftToRight,
    RightToLeft,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// In CSS pixels.
    pub size: (f64, f64),
    pub back: Vec<Prim>,
    pub marks: Vec<Mark>,
    pub front: Vec<Prim>,
    /// Where the pointer looks for the nearest mark by its x. Round charts have none: there a mark is where it is seen.
    pub frame: Option<Frame>,
    /// The words in a ring: small ones, and large ones below.
    pub center: Option<(String, String)>,
}

/// What is drawn for one entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The entry's position in the data, or the slice's on its level.
    pub item: usize,
    /// The `d` of its path.
    pub path: String,
    pub tone: Tone,
    /// Where its tooltip points to.
    pub at: (f64, f64),
    /// What a ring says while this is looked at.
    pub center: Option<(String, String)>,
}

/// How a mark is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Bar,
    Dot,
    /// A point of a line with so many of them that dots would hide it.
    Unseen,
    /// By position on the palette; beyond its end it begins again, hatched.
    Slice(u8),
    /// What stands for the small ones.
    Rest,
}

impl Picture {
    /// The mark nearest to a place on the plane.
    pub fn nearest(&self, x: f64, y: f64) -> Option<usize> {
        const REACH: f64 = 24.0;
        let frame = self.frame?;
        let is_inside = (frame.left - REACH..=frame.right + REACH).contains(&x) && (0.0..=self.size.1).contains(&y);
        let distance = |mark: &Mark| (mark.at.0 - x).abs();
        let nearest = self.marks.iter().enumerate().min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
        nearest.filter(|_| is_inside).map(|(position, _)| position)
    }

    /// Every number that reaches the page.
    #[cfg(test)]
    pub fn is_sound(&self) -> bool {
        let point = |(x, y): &(i32, i32)| x.abs() < 60_000 && y.abs() < 60_000;
        let prim = |prim: &Prim| match &prim.shape {
            Shape::Path(points) | Shape::Polygon(points) => points.iter().all(point),
            Shape::Rect(from, to) => point(from) && point(to),
            Shape::Circle(center, _) | Shape::Text(center, _, _) => point(center),
        };
        self.back.iter().chain(&self.front).all(prim)
            && self
                .marks
                .iter()
                .all(|mark| mark.at.0.is_finite() && mark.at.1.is_finite() && !mark.path.contains("NaN"))
    }
}
