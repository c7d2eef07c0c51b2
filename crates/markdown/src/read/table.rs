//! Where in a table the parser is: it names neither the body, nor a cell's column, nor whether a cell is a header.

use pulldown_cmark::Alignment;

use crate::nodes::{Align, Tag};

#[derive(Default)]
pub(super) struct Table {
    columns: Vec<Align>,
    column: usize,
    has_body: bool,
}

impl Table {
    /// Before its head.
    pub(super) fn new(columns: Vec<Alignment>) -> Self {
        Table { columns: columns.into_iter().map(align).collect(), column: 0, has_body: false }
    }

    /// Goes to the next row below the head, and says whether the body begins with it.
    pub(super) fn next_row(&mut self) -> bool {
        self.column = 0;
        !std::mem::replace(&mut self.has_body, true)
    }

    pub(super) fn next_cell(&mut self) -> Tag {
        let align = self.columns.get(self.column).copied().unwrap_or(Align::Unset);
        self.column += 1;
        if self.has_body { Tag::Cell(align) } else { Tag::HeaderCell(align) }
    }

    pub(super) fn has_body(&self) -> bool {
        self.has_body
    }
}

fn align(alignment: Alignment) -> Align {
    match alignment {
        Alignment::None => Align::Unset,
        Alignment::Left => Align::Left,
        Alignment::Center => Align::Center,
        Alignment::Right => Align::Right,
    }
}

#[cfg(test)]
mod tests {
    use crate::nodes::markup;
    use crate::read::blocks;

    fn check(text: &str, expected: &str) {
        let blocks = blocks(text).expect("within the limits");
        assert_eq!(blocks.iter().map(|block| markup(&block.nodes)).collect::<String>(), expected, "{text:?}");
    }

    #[test]
    fn tables_keep_the_alignment_of_their_columns() {
        check(
            "| a | b |\n|:--|--:|\n| 1 | **2** |\n| 3 |",
            "<div><table><thead><tr><th left>a</th><th right>b</th></tr></thead><tbody>\
             <tr><td left>1</td><td right><strong>2</strong></td></tr>\
             <tr><td left>3</td><td right></td></tr></tbody></table></div>",
        );
        check("|a| |\n|-|-|", "<div><table><thead><tr><th>a</th><td></td></tr></thead></table></div>");
    }
}
