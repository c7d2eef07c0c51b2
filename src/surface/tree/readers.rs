//! Which nodes depend on which places of the data model: a tree of the places that are read.

use std::rc::Rc;

use super::NodeId;
use crate::data_model::Pointer;

/// The index from places to the nodes that read them.
#[derive(Debug, Default)]
pub(crate) struct Readers {
    places: Vec<Place>,
}

/// One place of the data model that something reads, or that lies on the way to one.
#[derive(Debug, Default)]
struct Place {
    nodes: Vec<NodeId>,
    /// By key, sorted; most list elements stand in `elements`.
    members: Vec<(Rc<str>, u32)>,
    /// By index; zero where nothing is read. The root is no place's member.
    elements: Vec<u32>,
}

/// An index this far beyond the ones that are read is kept like any other key: a few far ones must not each cost a list of
/// their length.
const MAX_GAP: usize = 16;

impl Readers {
    /// Notes that `node` reads `path`. It must not be noted already.
    pub(crate) fn add(&mut self, path: &Pointer, node: NodeId) {
        if self.places.is_empty() {
            self.places.push(Place::default());
        }
        let mut place = 0;
        for token in segments(path) {
            place = match self.step(place, token) {
                Some(next) => next,
                None => self.grow(place, token),
            };
        }
        self.places[place].nodes.push(node);
    }

    pub(crate) fn remove(&mut self, path: &Pointer, node: NodeId) {
        if let Some(place) = self.find(path) {
            let nodes = &mut self.places[place].nodes;
            if let Some(position) = nodes.iter().rposition(|reader| *reader == node) {
                nodes.swap_remove(position);
            }
        }
    }

    /// Calls `found` for every node that reads `path`, something around it, or something below it for which `differs`
    /// holds. `differs` gets what follows `path` in the address.
    pub(crate) fn visit(&self, path: &Pointer, differs: impl Fn(&str) -> bool, mut found: impl FnMut(NodeId)) {
        let Some(mut place) = self.places.first() else { return };
        for token in segments(path) {
            place.nodes.iter().for_each(|node| found(*node));
            match place.next(token) {
                Some(next) => place = &self.places[next],
                None => return,
            }
        }
        place.nodes.iter().for_each(|node| found(*node));
        let mut open = self.below(place, "");
        while let Some((rest, place)) = open.pop() {
            if !place.nodes.is_empty() && differs(&rest) {
                place.nodes.iter().for_each(|node| found(*node));
            }
            open.append(&mut self.below(place, &rest));
        }
    }

    fn below(&self, place: &Place, address: &str) -> Vec<(String, &Place)> {
        let members = place.members.iter().map(|(key, next)| (format!("{address}/{key}"), *next));
        let elements = place.elements.iter().enumerate().filter(|(_, next)| **next != 0);
        let elements = elements.map(|(index, next)| (format!("{address}/{index}"), *next));
        members.chain(elements).map(|(address, next)| (address, &self.places[next as usize])).collect()
    }

    fn find(&self, path: &Pointer) -> Option<usize> {
        let mut place = 0;
        for token in segments(path) {
            place = self.step(place, token)?;
        }
        (place < self.places.len()).then_some(place)
    }

    fn step(&self, place: usize, token: &str) -> Option<usize> {
        self.places.get(place)?.next(token)
    }

    fn grow(&mut self, place: usize, token: &str) -> usize {
        let next = self.places.len();
        self.places.push(Place::default());
        let place = &mut self.places[place];
        match index(token) {
            Some(index) if index <= place.elements.len() * 2 + MAX_GAP => {
                if place.elements.len() <= index {
                    place.elements.resize(index + 1, 0);
                }
                place.elements[index] = next as u32;
            }
            _ => {
                let at = place.members.partition_point(|(key, _)| &**key < token);
                place.members.insert(at, (token.into(), next as u32));
            }
        }
        next
    }
}

impl Place {
    fn next(&self, token: &str) -> Option<usize> {
        let near = index(token).and_then(|index| self.elements.get(index)).filter(|next| **next != 0);
        let next = near.copied().or_else(|| {
            let at = self.members.partition_point(|(key, _)| &**key < token);
            self.members.get(at).filter(|(key, _)| &**key == token).map(|(_, next)| *next)
        })?;
        Some(next as usize)
    }
}

/// The keys of an address, escapes and all.
fn segments(path: &Pointer) -> impl Iterator<Item = &str> {
    path.as_str().split('/').skip(1)
}

/// A list index as addresses write it.
fn index(token: &str) -> Option<usize> {
    let is_canonical = token == "0" || !token.starts_with(['0', '+']);
    token.parse().ok().filter(|_| is_canonical)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointer(path: &str) -> Pointer {
        Pointer::parse(path).expect("a pointer")
    }

    #[test]
    fn a_write_reaches_who_reads_around_it_and_what_differs_below() {
        let mut readers = Readers::default();
        for (node, path) in
            ["", "/items", "/items/1/name", "/items/10/name", "/other", "/items-x", "/items/01"].iter().enumerate()
        {
            readers.add(&pointer(path), NodeId(node as u32));
        }
        let visit = |readers: &Readers, path: &str, below: &[&str]| {
            let mut found = Vec::new();
            readers.visit(&pointer(path), |rest| below.contains(&rest), |node| found.push(node.0));
            found.sort_unstable();
            found
        };
        assert_eq!(visit(&readers, "/items/1/name", &[]), [0, 1, 2]);
        assert_eq!(visit(&readers, "/items", &["/10/name", "/01"]), [0, 1, 3, 6]);
        assert_eq!(visit(&readers, "/items/2", &[]), [0, 1]);
        assert_eq!(visit(&readers, "", &["/other"]), [0, 4]);
        readers.remove(&pointer("/items"), NodeId(1));
        readers.remove(&pointer("/nowhere"), NodeId(1));
        assert_eq!(visit(&readers, "/items/2", &[]), [0]);
    }
}
