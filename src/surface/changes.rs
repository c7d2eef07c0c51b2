//! What the view must redraw.

use super::tree::NodeId;
use crate::SurfaceId;
use crate::component::Shown;

/// Everything that happened to all surfaces since the view last asked.
#[derive(Debug, Default)]
pub struct Changes {
    pub(crate) surfaces: Vec<SurfaceChange>,
}

/// What happened to one surface.
#[derive(Debug)]
pub(crate) struct SurfaceChange {
    pub(crate) surface: SurfaceId,
    pub(crate) kind: SurfaceChangeKind,
}

#[derive(Debug)]
pub(crate) enum SurfaceChangeKind {
    /// It is gone, and so is everything that was drawn of it.
    Deleted,
    /// It is there (new, or as before) and these nodes differ.
    Changed(NodeChanges),
}

/// What happened to the nodes of one surface. To be applied in the order of the fields. A node that the view has not drawn
/// yet needs no entry: it is drawn as it stands when its parent is.
#[derive(Debug, Default)]
pub(crate) struct NodeChanges {
    /// The root is another node, or there is none any more.
    pub(crate) root: bool,
    /// Theme or the like: what surrounds the root.
    pub(crate) frame: bool,
    /// Gone, with everything below.
    pub(crate) removed: Vec<NodeId>,
    /// Every node that is gone, those below removed ones too. Their ids will name others.
    pub(crate) freed: Vec<NodeId>,
    /// Another type than before: draw anew in the same place.
    pub(crate) rebuilt: Vec<NodeId>,
    /// The children from this position on differ.
    pub(crate) children: Vec<(NodeId, usize)>,
    /// Same type, other values; what was shown before comes along, so that only what differs is touched.
    pub(crate) updated: Vec<(NodeId, Shown)>,
}

impl NodeChanges {
    pub(crate) fn is_empty(&self) -> bool {
        !self.root
            && !self.frame
            && self.removed.is_empty()
            && self.freed.is_empty()
            && self.rebuilt.is_empty()
            && self.children.is_empty()
            && self.updated.is_empty()
    }
}
