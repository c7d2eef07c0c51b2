//! What keeps an agent's colour visible, whatever it is.

use a2ui_easel::Rgb;
pub use a2ui_easel::color::Color;

/// The grounds that charts stand on, light and dark: those of src/js/styles/base.css.
const GROUNDS: [Rgb; 2] = [Rgb(255, 255, 255), Rgb(0x1b, 0x1d, 0x23)];
/// What WCAG asks of a drawing.
const LEAST_CONTRAST: f64 = 3.0;

/// Lines around the colour that keep it visible on light and dark ground. Nothing where it is visible by itself.
pub fn edges(color: Color) -> Option<[Rgb; 2]> {
    let seen = GROUNDS.map(|ground| ground.mix(color.rgb, (u32::from(color.alpha) * 100 / 255) as u8));
    let edges = [0, 1].map(|scheme| {
        let ground = GROUNDS[scheme];
        let away = ground.on();
        let visible = |color: &Rgb| color.contrast(ground) >= LEAST_CONTRAST;
        (0..=100).step_by(5).map(|percent| seen[scheme].mix(away, percent)).find(visible).unwrap_or(away)
    });
    (edges != seen).then_some(edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pale_colours_get_an_edge() {
        let edges = |text: &str| edges(Color::parse(text).expect("a colour"));
        assert_eq!(edges("#2f6fd8"), None);
        for text in ["#10b981", "yellow", "white", "black", "#3b82f620", "#00000000"] {
            let edges = edges(text).expect("an edge");
            for (edge, ground) in edges.into_iter().zip(GROUNDS) {
                assert!(edge.contrast(ground) >= LEAST_CONTRAST, "{text}");
            }
        }
    }
}
