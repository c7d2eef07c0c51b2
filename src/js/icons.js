// TODO
export function draw(svg, name) { svg.dataset.name = name; }
