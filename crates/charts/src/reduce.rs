//! Fewer points that look the same: what a line keeps when there are more points than pixels.

/// The positions of at most `count` points that keep the line's looks: of each stretch the one that makes the largest
/// triangle with the point kept before it and the middle of the next stretch.
pub fn reduce(points: &[(f64, f64)], count: usize) -> Vec<usize> {
    let last = points.len().saturating_sub(1);
    if points.len() <= count || count < 3 {
        return (0..points.len()).collect();
    }
    let width = (points.len() - 2) as f64 / (count - 2) as f64;
    let start = |stretch: usize| 1 + (stretch as f64 * width) as usize;
    let mut kept = vec![0];
    let mut before = points[0];
    for stretch in 0..count - 2 {
        let (from, to) = (start(stretch), start(stretch + 1).min(last));
        let next = &points[to..start(stretch + 2).clamp(to + 1, points.len())];
        let middle = next.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
        let middle = (middle.0 / next.len() as f64, middle.1 / next.len() as f64);
        let area = |point: (f64, f64)| {
            ((before.0 - middle.0) * (point.1 - before.1) - (before.0 - point.0) * (middle.1 - before.1)).abs()
        };
        let best = (from..to).max_by(|a, b| area(points[*a]).total_cmp(&area(points[*b])));
        if let Some(best) = best {
            kept.push(best);
            before = points[best];
        }
    }
    kept.push(last);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peaks_and_ends_are_kept() {
        let points: Vec<(f64, f64)> =
            (0..20_000).map(|i| (f64::from(i), if i == 7_777 { 50.0 } else { f64::from(i % 7) })).collect();
        let kept = reduce(&points, 1000);
        assert_eq!(kept.len(), 1000);
        assert!(kept.windows(2).all(|pair| pair[0] < pair[1]));
        assert!([0, 7_777, 19_999].iter().all(|peak| kept.contains(peak)));
    }

    #[test]
    fn few_points_are_all_kept() {
        for length in [0, 1, 2, 3, 999, 1000] {
            let points = vec![(0.0, 0.0); length];
            assert_eq!(reduce(&points, 1000), (0..length).collect::<Vec<_>>());
        }
        assert_eq!(reduce(&vec![(0.0, 0.0); 1001], 1000).len(), 1000);
    }
}
