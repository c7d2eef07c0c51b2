//! What one run of the agent is about to say: tool calls and text messages that are still arriving.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::ag_ui::{A2UI_TOOLS, Chunks, Halves, LOG_TOOL, TextMessage, Tool, build};
use crate::framing::Scanner;
use crate::{Issue, SurfaceId};

/// The open run, and what of it is unfinished.
#[derive(Debug, Default)]
pub(super) struct Run {
    pub(super) chunks: Chunks,
    pub(super) halves: Halves,
    /// Activities that this run said something about, by whatever way.
    pub(super) touched: BTreeSet<String>,
    /// Activities that came as activity events.
    pub(super) announced: BTreeSet<String>,
    /// Surfaces that activities of this run name.
    pub(super) surfaces: BTreeSet<SurfaceId>,
    pub(super) texts: BTreeMap<String, TextMessage>,
    /// How much people may see of the agent's troubles, as this run's contents say.
    pub(super) exposure: Option<Value>,
    /// The failure that the last event, a tool result, has told.
    pub(super) told_failure: Option<ToldFailure>,
    calls: Vec<ToolCall>,
    /// What is wrong with what this run sends in pieces.
    pub(super) issues: Vec<Issue>,
}

/// A failure taken from a tool result. Middleware tells it again, under the call that it takes for the enclosing one.
#[derive(Debug)]
pub(super) struct ToldFailure {
    pub(super) activity: String,
    /// The activity was made for it.
    pub(super) is_new: bool,
    pub(super) error: Option<Value>,
}

impl ToldFailure {
    /// Whether a snapshot says the same of another activity.
    pub(super) fn is_repeated_by(&self, activity: &str, content: &Map<String, Value>) -> bool {
        let is_failure = content.get("status").and_then(Value::as_str) == Some("failed");
        is_failure && activity != self.activity && content.get("error") == self.error.as_ref()
    }
}

#[derive(Debug)]
struct ToolCall {
    id: String,
    name: String,
    answered: bool,
    /// Present while the arguments are read by ourselves, because nobody else turns them into activities.
    render: Option<Render>,
}

/// A render call whose arguments are being read.
#[derive(Debug, Default)]
struct Render {
    key: String,
    scanner: Scanner,
    members: Map<String, Value>,
    /// Characters so far.
    length: usize,
    tokens: usize,
    painted: bool,
}

/// A progress report every so many estimated tokens.
const TOKEN_STEP: usize = 20;
const MAX_CALLS: usize = 1_000;
const MAX_TEXTS: usize = 1_000;
const MAX_ARGUMENTS: usize = 10 << 20;
const RENDER_TOOL: &str = "render_a2ui";

/// The content that a render call stands for at the moment.
pub(super) type Said = (String, Map<String, Value>);

impl Run {
    /// A call starts. A render call that no activity has announced is read by us.
    pub(super) fn start_call(&mut self, id: String, name: String) -> Option<Said> {
        // The enclosing call is the last other one that is not answered (AG-UI reference, section 7).
        let enclosing = self.calls.iter().rev().find(|call| !call.answered && !is_enclosed(&call.name));
        let key = enclosing.map_or_else(|| id.clone(), |call| call.id.clone());
        let announced = [&key, &id].iter().any(|key| self.is_announced(key));
        let render = (name == RENDER_TOOL && !announced).then(|| Render { key, ..Render::default() });
        let said = render.as_ref().map(Render::building);
        // An id may be started again after its end.
        self.calls.retain(|call| call.id != id);
        if self.calls.len() < MAX_CALLS {
            self.calls.push(ToolCall { id, name, answered: false, render });
        }
        said
    }

    /// A text message begins, or goes on. Of too many that never end the first is forgotten.
    pub(super) fn text(&mut self, id: &str) -> &mut TextMessage {
        if self.texts.len() >= MAX_TEXTS && !self.texts.contains_key(id) {
            self.texts.pop_first();
        }
        self.texts.entry(id.to_owned()).or_default()
    }

    fn is_announced(&self, key: &str) -> bool {
        self.announced.iter().any(|id| {
            id.strip_prefix("a2ui-surface-")
                .is_some_and(|rest| rest == key || rest.strip_suffix(key).is_some_and(|surface| surface.ends_with('-')))
        })
    }

    pub(super) fn push_arguments(&mut self, id: &str, delta: &str) -> Option<Said> {
        let render = self.render(id)?;
        render.length += delta.chars().count();
        if render.scanner.text().len() + delta.len() > MAX_ARGUMENTS {
            let message = "The arguments of a call are longer than 10 MiB; they are not read.";
            self.issues.push(Issue::error("ARGUMENTS_TOO_LARGE", message));
            self.calls.iter_mut().filter(|call| call.id == id).for_each(|call| call.render = None);
            return None;
        }
        let mut is_more = false;
        for part in render.scanner.push(delta) {
            let Some(key) = part.key else { continue };
            is_more |= matches!(&*key, "components" | "data" | "items");
            render.members.insert(key, part.value);
        }
        if is_more && let Some(said) = render.painted() {
            return Some(said);
        }
        let tokens = render.length / 4;
        if render.painted || tokens < render.tokens + TOKEN_STEP {
            return None;
        }
        render.tokens = tokens;
        Some(render.building())
    }

    pub(super) fn end_call(&mut self, id: &str) -> Option<Said> {
        let call = self.calls.iter_mut().find(|call| call.id == id)?;
        // A later activity for the same key speaks for the call from now on.
        call.render.take()?.painted()
    }

    /// A result came; answers with how its words are to be read.
    pub(super) fn answer_call(&mut self, id: &str) -> Tool {
        let Some(call) = self.calls.iter_mut().find(|call| call.id == id) else { return Tool::Other };
        call.answered = true;
        if A2UI_TOOLS.contains(&&*call.name) { Tool::SpeaksA2ui } else { Tool::Other }
    }

    fn render(&mut self, id: &str) -> Option<&mut Render> {
        let position = self.calls.iter().position(|call| call.id == id)?;
        let key = self.calls[position].render.as_ref()?.key.clone();
        if self.is_announced(&key) {
            self.calls[position].render = None;
        }
        self.calls[position].render.as_mut()
    }
}

/// Calls of this name are made within others.
fn is_enclosed(name: &str) -> bool {
    A2UI_TOOLS.contains(&name) || name == LOG_TOOL
}

impl Render {
    fn activity(&self) -> String {
        format!("a2ui-surface-{}", self.key)
    }

    fn building(&self) -> Said {
        let mut content = Map::from_iter([("status".to_owned(), Value::from("building"))]);
        if self.tokens > 0 {
            content.insert("progressTokens".into(), self.tokens.into());
        }
        (self.activity(), content)
    }

    fn painted(&mut self) -> Option<Said> {
        let operations = build(&Value::Object(self.members.clone()))?;
        self.painted = true;
        let content = json!({"a2ui_operations": operations});
        Some((self.activity(), content.as_object()?.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_render_call_without_middleware_is_read_as_it_streams() {
        let mut run = Run::default();
        assert_eq!(run.start_call("o".into(), "generate_a2ui".into()), None);
        let (id, content) = run.start_call("i".into(), "render_a2ui".into()).unwrap();
        assert_eq!((&*id, json!(content)), ("a2ui-surface-o", json!({"status": "building"})));
        assert_eq!(run.push_arguments("o", "{}"), None);
        let long = format!("{{\"surfaceId\": \"s\", \"note\": \"{}\", ", "x".repeat(80));
        let (_, content) = run.push_arguments("i", &long).unwrap();
        assert_eq!(content["progressTokens"], 27);
        assert_eq!(run.push_arguments("i", "\"components\": [{"), None);
        let (_, content) = run.push_arguments("i", "}]").unwrap();
        assert_eq!(content["a2ui_operations"].as_array().unwrap().len(), 2);
        let (_, content) = run.push_arguments("i", ", \"data\": {\"a\": 1}").unwrap();
        assert_eq!(content["a2ui_operations"].as_array().unwrap().len(), 3);
        assert_eq!(run.push_arguments("i", &" ".repeat(400)), None);
        let (_, last) = run.end_call("i").unwrap();
        assert_eq!(last, content);
    }

    #[test]
    fn an_announced_call_is_left_to_the_middleware() {
        for announced in ["a2ui-surface-o", "a2ui-surface-i", "a2ui-surface-menu-o"] {
            let mut run = Run::default();
            run.start_call("o".into(), "generate_a2ui".into());
            run.announced.insert(announced.into());
            assert_eq!(run.start_call("i".into(), "render_a2ui".into()), None, "{announced}");
        }
        let mut late = Run::default();
        assert!(late.start_call("i".into(), "render_a2ui".into()).is_some());
        late.announced.insert("a2ui-surface-menu-i".into());
        assert_eq!(late.push_arguments("i", "{\"surfaceId\":\"s\",\"components\":[]"), None);
        assert_eq!(late.end_call("i"), None);
    }

    #[test]
    fn an_answered_call_encloses_nothing() {
        let mut run = Run::default();
        run.start_call("o".into(), "search".into());
        assert_eq!(run.answer_call("o"), Tool::Other);
        assert_eq!(run.start_call("i".into(), "render_a2ui".into()).unwrap().0, "a2ui-surface-i");
        assert_eq!(run.answer_call("i"), Tool::SpeaksA2ui);
        assert_eq!(run.answer_call("unknown"), Tool::Other);
    }
}
