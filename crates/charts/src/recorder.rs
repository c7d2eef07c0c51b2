//! A drawing backend that draws nothing and remembers everything.

use std::convert::Infallible;

use plotters_backend::text_anchor::HPos;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use crate::scene::{Anchor, Prim, Role, Shape, units};

/// Turns what plotters draws into primitives. What has no role leaves no trace.
pub struct Recorder<'a> {
    pub prims: &'a mut Vec<Prim>,
    /// In units.
    pub size: (u32, u32),
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl Recorder<'_> {
    fn record(&mut self, color: BackendColor, shape: Shape) -> Drawn {
        if let Some(role) = Role::of(color.rgb).filter(|_| color.alpha > 0.0) {
            self.prims.push(Prim { role, shape });
        }
        Ok(())
    }
}

impl DrawingBackend for Recorder<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, _: BackendCoord, _: BackendColor) -> Drawn {
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.record(style.color(), Shape::Path(vec![from, to]))
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, _: bool) -> Drawn {
        self.record(style.color(), Shape::Rect(from, to))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.record(style.color(), Shape::Path(path.into_iter().collect()))
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, _: bool) -> Drawn {
        self.record(style.color(), Shape::Circle(center, radius as i32))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, points: I, style: &S) -> Drawn {
        self.record(style.color(), Shape::Polygon(points.into_iter().collect()))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let anchor = match style.anchor().h_pos {
            HPos::Left => Anchor::Start,
            HPos::Center => Anchor::Middle,
            HPos::Right => Anchor::End,
        };
        self.record(style.color(), Shape::Text(at, anchor, text.to_owned()))
    }

    /// Only right-hand labels ask, to align them; they are as good as aligned when all are the same.
    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        _: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok((units(1.0) as u32, style.size() as u32))
    }
}
