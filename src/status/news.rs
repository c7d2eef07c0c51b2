//! What happened, as hosts read it.

use serde_json::{Value, json};

use crate::conversation::News;
use crate::healing::HealingNews;

/// The name of the event and its `detail`. Changes of state are left out: the element knows about surfaces that no
/// conversation brought, and tells.
pub(super) fn describe(news: News) -> Option<Value> {
    Some(match news {
        News::State { .. } => return None,
        News::Issue(issue) => json!({"event": "a2ui-issue", "detail": issue.plain()}),
        News::Healing(HealingNews::Request { session, id, detail }) => {
            json!({"event": "a2ui-healing", "detail": detail, "session": session, "id": id})
        }
        News::Healing(HealingNews::Response { session, id, response, detail }) => {
            json!({"event": "a2ui-healing", "detail": detail, "session": session, "id": id, "response": response})
        }
        News::Healing(HealingNews::Settled { detail, .. }) => json!({"event": "a2ui-healing", "detail": detail}),
    })
}
