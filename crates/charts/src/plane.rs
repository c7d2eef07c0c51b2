//! The plane that lines and bars are drawn on, by plotters: grid, value axis, series.
//!
//! Nothing that is not finite, reversed or without width gets past [`Plane::draw`]: plotters panics or never returns then.

use std::ops::Range;

use plotters::coord::ranged1d::{BoldPoints, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use crate::number::MAX_VALUE;
use crate::recorder::Recorder;
use crate::scene::{Prim, Role, UNITS, pixels, units};

/// On which side the values stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

/// Everything there is to decide before drawing. Lengths are CSS pixels.
pub struct Plane<'a> {
    pub size: (f64, f64),
    pub x: (f64, f64),
    pub y: (f64, f64),
    /// At most this many values are named.
    pub ticks: usize,
    pub tick_label: &'a dyn Fn(f64) -> String,
    pub side: Side,
    /// The room for the names of values.
    pub gutter: f64,
    /// The room at the other side.
    pub beyond: f64,
    pub above: f64,
    pub below: f64,
}

/// What is drawn on a plane.
pub enum Series<'a> {
    /// Lines with nothing between them, each with the position of its first point among all.
    Lines(&'a [(usize, Vec<(f64, f64)>)]),
    /// Places and lengths, and half the width of a bar where places are one apart.
    Bars(&'a [(f64, f64)], f64),
}

/// The part of a drawing that the series lies in, in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

pub struct Drawn {
    pub prims: Vec<Prim>,
    pub frame: Frame,
}

/// The radius of the dot at a point.
const DOT: f64 = 3.5;

/// The values an axis of this range names, at most `count`.
pub fn ticks(range: (f64, f64), count: usize) -> Vec<f64> {
    if !is_sound(range) {
        return Vec::new();
    }
    RangedCoordf64::from(range.0..range.1).key_points(BoldPoints(count))
}

fn is_sound((low, high): (f64, f64)) -> bool {
    // Twice, for the air around the values. A comparison with what is no number is false.
    low.abs() <= 2.0 * MAX_VALUE && high.abs() <= 2.0 * MAX_VALUE && high > low && (high - low).is_normal()
}

fn style(role: Role) -> ShapeStyle {
    let (red, green, blue) = role.color();
    ShapeStyle { color: RGBColor(red, green, blue).to_rgba(), filled: true, stroke_width: UNITS as u32 }
}

impl Plane<'_> {
    /// Draws the series. Nothing if the ranges are beyond what can be drawn.
    pub fn draw(&self, series: Series) -> Option<Drawn> {
        if !is_sound(self.x) || !is_sound(self.y) {
            return None;
        }
        let size = (self.size.0.clamp(120.0, 4096.0), self.size.1.clamp(80.0, 4096.0));
        let mut prims = Vec::new();
        let recorder = Recorder { prims: &mut prims, size: (units(size.0) as u32, units(size.1) as u32) };
        let frame = self.draw_on(recorder, series).ok()?;
        Some(Drawn { prims, frame })
    }

    fn draw_on<'a>(
        &self,
        recorder: Recorder<'a>,
        series: Series,
    ) -> Result<Frame, DrawingAreaErrorKind<std::convert::Infallible>> {
        let root = recorder.into_drawing_area();
        let mut builder = ChartBuilder::on(&root);
        let side = match self.side {
            Side::Left => LabelAreaPosition::Left,
            Side::Right => LabelAreaPosition::Right,
        };
        let (left, right) = match self.side {
            Side::Left => (0.0, self.beyond),
            Side::Right => (self.beyond, 0.0),
        };
        builder.margin_left(units(left)).margin_right(units(right));
        builder
            .margin_top(units(self.above))
            .margin_bottom(units(self.below))
            .set_label_area_size(side, units(self.gutter));
        let mut chart = builder.build_cartesian_2d(self.x.0..self.x.1, self.y.0..self.y.1)?;

        let (red, green, blue) = Role::Tick.color();
        let color = RGBColor(red, green, blue);
        let label_style = TextStyle::from(("sans-serif", 12.0 * UNITS)).color(&color);
        let label = |value: &f64| (self.tick_label)(*value);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .disable_x_axis()
            // Without its axis there would be no labels either.
            .axis_style(TRANSPARENT)
            .x_labels(0)
            .y_labels(self.ticks)
            .max_light_lines(1)
            .light_line_style(TRANSPARENT)
            .bold_line_style(style(Role::Grid))
            .set_all_tick_mark_size(units(4.0))
            .y_label_style(label_style)
            .y_label_formatter(&label)
            .draw()?;

        match series {
            Series::Lines(lines) => {
                for (_, points) in lines {
                    chart.draw_series(AreaSeries::new(points.iter().copied(), self.y.0, style(Role::Area)))?;
                }
                for (_, points) in lines {
                    chart.draw_series(LineSeries::new(points.iter().copied(), style(Role::Line)))?;
                }
                for (first, points) in lines {
                    chart.draw_series(points.iter().enumerate().map(|(position, point)| {
                        Circle::new(*point, units(DOT), style(Role::Datum((first + position) as u16)))
                    }))?;
                }
            }
            Series::Bars(bars, half) => {
                let base = 0f64.clamp(self.y.0, self.y.1);
                chart.draw_series(bars.iter().enumerate().map(|(position, (place, value))| {
                    Rectangle::new([(place - half, base), (place + half, *value)], style(Role::Datum(position as u16)))
                }))?;
                chart.draw_series(LineSeries::new([(self.x.0, base), (self.x.1, base)], style(Role::Base)))?;
            }
        }
        let (x, y) = chart.plotting_area().get_pixel_range();
        let edge = |range: &Range<i32>| (pixels(range.start.min(range.end)), pixels(range.start.max(range.end)));
        let ((left, right), (top, bottom)) = (edge(&x), edge(&y));
        Ok(Frame { left, right, top, bottom })
    }
}
