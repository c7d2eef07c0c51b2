//! What the custom element talks to when its host speaks AG-UI: JSON text in, screens and JSON text out.
//!
//! Every call ends with the screens brought up to date. The page must not call from within a call of ours.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::web_sys::Element;
use serde_json::{Map, Value};
use wasm_bindgen::prelude::*;

use super::host::Host;
use super::news;
use super::screens::Screens;
use crate::ag_ui::{announcement, forwarded_props, mended};
use crate::conversation::{Conversation, News};
use crate::framing::{Framed, Framer, Repeats};
use crate::healing::{Source, Unsent, WayBack};
use crate::lifecycle::{Recovery, RunEnd};
use crate::protocol::{self, Piece, Stream};
use crate::{Issue, Millis, SurfaceId};

/// One element's conversation.
#[wasm_bindgen]
pub struct Session {
    conversation: Rc<RefCell<Conversation>>,
    host: Host,
    screens: Screens,
    stream: Stream,
    /// The response being read.
    framer: Framer,
    repeats: Repeats,
    connection: Connection,
    /// Channels that the response announced, tokens and all: they go to the link that reads it and nowhere else.
    channels: Vec<Value>,
    /// What the conversation does not know about: text that could not be read.
    issues: Vec<Issue>,
}

#[wasm_bindgen]
impl Session {
    /// A session that draws into `stage`. `wall` is the time since 1970 at `now`.
    #[wasm_bindgen(constructor)]
    pub fn new(stage: Element, host: Host, now: f64, wall: f64) -> Session {
        let mut conversation = Conversation::new(Recovery::default());
        conversation.set_origin((wall - now) as i64);
        let conversation = Rc::new(RefCell::new(conversation));
        let screens = Screens::new(stage, host.clone(), conversation.clone());
        Session {
            conversation,
            host,
            screens,
            stream: Stream::default(),
            framer: Framer::new(None),
            repeats: Repeats::default(),
            connection: Connection::default(),
            channels: Vec::new(),
            issues: Vec::new(),
        }
    }

    /// Takes one AG-UI event as JSON text; `id` is the one it had as a server-sent event.
    pub fn event(&mut self, event: &str, id: Option<String>, now: f64) {
        if let Some(event) = self.parse(event, mended) {
            self.go_on(now, |conversation, host, now| conversation.apply_event(event, id.as_deref(), host, now));
        }
    }

    /// Takes the content of one activity as JSON text.
    pub fn content(&mut self, content: &str, now: f64) {
        match self.parse(content, protocol::repaired) {
            Some(Value::Object(content)) => {
                self.go_on(now, |conversation, host, now| conversation.set_content(content, host, now));
            }
            Some(Value::Null) => {
                self.go_on(now, |conversation, host, now| conversation.set_content(Map::new(), host, now));
            }
            Some(_) => self.issues.push(Issue::error("VALIDATION_FAILED", "The content of an activity is an object.")),
            None => {}
        }
    }

    /// Applies messages given as JSON or JSONL text.
    pub fn send(&mut self, messages: &str, now: f64) {
        let (messages, issues) = protocol::flatten_text(messages);
        self.issues.extend(issues);
        self.go_on(now, |conversation, host, now| {
            conversation.send(Value::Array(messages), host, now);
        });
    }

    /// Lets surfaces, a list of ids as JSON text, stand in the conversation though they came without it.
    #[wasm_bindgen(js_name = adoptSurfaces)]
    pub fn adopt_surfaces(&mut self, ids: &str, now: f64) {
        let ids: Value = serde_json::from_str(ids).unwrap_or_default();
        let ids = ids.as_array().into_iter().flatten().filter_map(Value::as_str);
        self.go_on(now, |conversation, host, now| conversation.adopt(ids.map(SurfaceId::from), host, now));
    }

    /// Takes the next bytes of an agent's text: messages, AG-UI events, or prose with either in it.
    pub fn write(&mut self, bytes: &[u8], now: f64) {
        let pieces = self.stream.push(bytes);
        self.take(pieces, now);
    }

    /// The agent's text is over.
    pub fn end(&mut self, now: f64) {
        let pieces = self.stream.end();
        self.take(pieces, now);
    }

    /// Starts reading a response of this content type; one that goes on where another broke may repeat some of it.
    pub fn open(&mut self, content_type: Option<String>, goes_on: bool) {
        let content_type = content_type.as_deref();
        self.framer = if goes_on { self.framer.resumed(content_type) } else { Framer::new(content_type) };
        if !goes_on {
            self.repeats = Repeats::default();
        }
        self.connection = Connection { goes_on, ..Connection::default() };
    }

    /// Takes the next bytes of the response.
    pub fn read(&mut self, bytes: &[u8], now: f64) {
        let framed = self.framer.push(bytes);
        self.take_framed(framed, now);
    }

    /// The response is over.
    pub fn close(&mut self, now: f64) {
        let framed = self.framer.end();
        self.take_framed(framed, now);
    }

    /// How a stream that broke goes on, as JSON text: `{lastId, retry, isRunning, hasNews}`; the server-sent event to go on
    /// after, if the server can; how long it wants us to wait in milliseconds; whether the run is still to end; and whether this
    /// response brought anything new.
    pub fn resume(&self) -> String {
        let Connection { has_news, starts_over, .. } = self.connection;
        let can_go_on = !starts_over && !self.repeats.are_ids_shared();
        serde_json::json!({
            "lastId": self.framer.last_id().filter(|_| can_go_on),
            "retry": self.framer.retry(),
            "isRunning": self.conversation.borrow().is_running(),
            "hasNews": has_news,
        })
        .to_string()
    }

    /// Channels that the response has announced since this was last asked, as JSON text; empty if none.
    #[wasm_bindgen(js_name = takeChannels)]
    pub fn take_channels(&mut self) -> String {
        let channels = std::mem::take(&mut self.channels);
        if channels.is_empty() { String::new() } else { Value::Array(channels).to_string() }
    }

    /// A channel was announced that is not to be opened.
    #[wasm_bindgen(js_name = refuseChannel)]
    pub fn refuse_channel(&mut self) {
        let message = "A channel was announced that is neither of the same origin nor a listed one, or not secure.";
        self.issues.push(Issue::warning("healing_channel_refused", message));
    }

    /// Takes what came over a channel as JSON text: healing messages, nothing else.
    #[wasm_bindgen(js_name = channelEvent)]
    pub fn channel_event(&mut self, event: &str, id: Option<String>, now: f64) {
        let Some(event) = self.parse(event, protocol::repaired) else { return };
        let kind = event.get("type").and_then(Value::as_str).unwrap_or_default();
        if kind == "healing" || kind.starts_with("interactive_healing_") {
            self.go_on(now, |conversation, host, now| conversation.apply_event(event, id.as_deref(), host, now));
        }
    }

    /// The surfaces that came in activities, as JSON text.
    #[wasm_bindgen(js_name = activitySurfaces)]
    pub fn activity_surfaces(&self) -> String {
        let conversation = self.conversation.borrow();
        let surfaces: Value = conversation.activity_surfaces().map(|surface| surface.as_str()).collect();
        surfaces.to_string()
    }

    /// The page's words or language changed: what is on screen says the same in the new ones.
    pub fn reword(&mut self, now: f64) {
        self.screens.reword();
        self.screens.show(millis(now));
    }

    /// The sessions that wait for somebody, as JSON text.
    #[wasm_bindgen(js_name = liveSessions)]
    pub fn live_sessions(&self) -> String {
        Value::from(self.conversation.borrow().healing().live_sessions()).to_string()
    }

    /// The host's patience. What is no number means the default.
    #[wasm_bindgen(js_name = setRecovery)]
    pub fn set_recovery(&mut self, after: f64, attempts: f64, exposure: &str, hold: f64, is_explicit: bool, now: f64) {
        let recovery = Recovery::new(after, attempts, exposure, hold);
        self.screens.set_exposure(is_explicit.then_some(recovery.debug_exposure));
        self.go_on(now, |conversation, host, now| conversation.set_recovery(recovery, host, now));
    }

    /// The run ended without an event that says so: `cancelled` by the host, `failed` with a reason, or `closed`.
    #[wasm_bindgen(js_name = endRun)]
    pub fn end_run(&mut self, kind: &str, message: &str, code: Option<String>, now: f64) {
        let end = match kind {
            "cancelled" => RunEnd::Cancelled,
            "failed" => RunEnd::Error { message: message.to_owned(), code },
            _ => RunEnd::Closed,
        };
        self.go_on(now, |conversation, host, now| conversation.end_run(end, host, now));
    }

    /// Something else changed a surface.
    #[wasm_bindgen(js_name = surfacesChanged)]
    pub fn surfaces_changed(&mut self, now: f64) {
        self.go_on(now, |conversation, host, now| conversation.surfaces_changed(host, now));
    }

    /// The person opened or closed the panel of an activity.
    #[wasm_bindgen(js_name = togglePanel)]
    pub fn toggle_panel(&mut self, activity: &str, open: bool, now: f64) {
        self.go_on(now, |conversation, host, now| conversation.toggle_panel(activity, open, host, now));
    }

    /// Does what is due at `now`.
    pub fn tick(&mut self, now: f64) {
        self.go_on(now, |conversation, host, now| conversation.tick(host, now));
    }

    /// When to tick next, on the clock that `now` comes from.
    #[wasm_bindgen(js_name = nextDeadline)]
    pub fn next_deadline(&self, now: f64) -> Option<f64> {
        let now = millis(now);
        let deadline = self.conversation.borrow().next_deadline(now);
        deadline.into_iter().chain(self.screens.next_second(now)).min().map(|at| at.0 as f64)
    }

    /// Answers an open request, with a patch as JSON text or without to decline. What speaks against it comes back as JSON
    /// text; with an error among it nothing happened.
    pub fn heal(
        &mut self,
        session: Option<String>,
        id: &str,
        patch: Option<String>,
        reason: Option<String>,
        now: f64,
    ) -> String {
        let patch = patch.map(|patch| serde_json::from_str::<Value>(&patch).unwrap_or_default());
        let mut issues = Vec::new();
        self.go_on(now, |conversation, host, now| {
            issues = conversation.heal(session.as_deref(), id, patch.as_ref(), reason.as_deref(), host, now);
        });
        Value::Array(issues.iter().map(Issue::plain).collect()).to_string()
    }

    /// What became of a request or an answer: `shown-elsewhere`, `host-sends`, `no-way-back`, `send-failed`,
    /// `sent` or `run-ended`.
    #[wasm_bindgen(js_name = tellDesk)]
    pub fn tell_desk(&mut self, what: &str, session: &str, id: &str, now: f64) {
        self.go_on(now, |conversation, host, now| {
            conversation.tell_desk(
                |desk| {
                    match what {
                        "shown-elsewhere" => desk.prevent(session, id),
                        "sent" => desk.sent(session, id),
                        "host-sends" => return desk.not_sent(session, id, Unsent::HostSends, now),
                        "no-way-back" => return desk.not_sent(session, id, Unsent::NoWay, now),
                        "send-failed" => return desk.not_sent(session, id, Unsent::Failed, now),
                        _ => desk.answer_run_ended(session, id),
                    }
                    None
                },
                host,
                now,
            );
        });
    }

    /// How an answer travels, as JSON text: `{resume}` or `{forwardedProps}` of a run, or the `frame` for a socket, and until
    /// when; nothing if only the host can bring it there.
    #[wasm_bindgen(js_name = wayBack)]
    pub fn way_back(&self, session: &str, id: &str, response: &str, socket: bool) -> Option<String> {
        let response = serde_json::from_str(response).ok()?;
        let conversation = self.conversation.borrow();
        let desk = conversation.healing();
        let until = desk.deadline(session, id).map(|deadline| deadline.0);
        let way = match WayBack::of(&response, desk.interrupt(session, id), Source { socket, agent: true }) {
            WayBack::Resume(resume) => serde_json::json!({"input": {"resume": resume}, "until": until}),
            WayBack::Run(props) => serde_json::json!({"input": {"forwardedProps": props}, "until": until}),
            WayBack::Socket(frame) => serde_json::json!({"frame": frame, "until": until}),
            WayBack::EventOnly => return None,
        };
        Some(way.to_string())
    }

    /// The open requests and the log, as JSON text.
    pub fn healing(&self) -> String {
        self.conversation.borrow().healing().plain().to_string()
    }

    /// What happened since this was last asked, as JSON text: `[{event, detail, …}]`; empty if nothing did.
    #[wasm_bindgen(js_name = takeNews)]
    pub fn take_news(&mut self) -> String {
        let own = std::mem::take(&mut self.issues).into_iter().map(News::Issue);
        let news: Vec<Value> =
            own.chain(self.conversation.borrow_mut().take_news()).filter_map(news::describe).collect();
        if news.is_empty() { String::new() } else { Value::Array(news).to_string() }
    }

    /// `idle`, `building`, `retrying`, `failed` or `painted`.
    pub fn state(&self) -> String {
        self.conversation.borrow().state().as_str().to_owned()
    }

    /// The agent's own state, as JSON text.
    #[wasm_bindgen(js_name = agentState)]
    pub fn agent_state(&self) -> String {
        self.conversation.borrow().agent_state().to_string()
    }

    /// Forgets everything.
    pub fn reset(&mut self, now: f64) {
        self.stream = Stream::default();
        self.issues.clear();
        self.go_on(now, |conversation, _, _| conversation.reset());
    }
}

/// The `forwardedProps` of the run that takes a message to the agent, from the template item at `item_path` if there is one;
/// everything else is JSON text.
#[wasm_bindgen(js_name = forwardedProps)]
pub fn props_of_message(message: &str, item_path: Option<String>, metadata: &str) -> String {
    let message = serde_json::from_str(message).unwrap_or_default();
    let metadata = serde_json::from_str(metadata).unwrap_or_default();
    Value::Object(forwarded_props(&message, item_path.as_deref(), &metadata)).to_string()
}

/// The context entry by which agents of CopilotKit's middleware learn a catalog; everything is JSON text.
#[wasm_bindgen(js_name = announcement)]
pub fn announcement_of(catalog: &str) -> String {
    announcement(&serde_json::from_str(catalog).unwrap_or_default()).to_string()
}

impl Session {
    fn parse(&mut self, text: &str, mend: fn(&str) -> Option<Value>) -> Option<Value> {
        let issue = match serde_json::from_str(text) {
            Ok(value) => return Some(value),
            Err(_) => match mend(text) {
                Some(value) => {
                    self.issues.push(Issue::info("JSON_MENDED", "The JSON had broken characters, which were mended."));
                    return Some(value);
                }
                None => Issue::error("INVALID_JSON", "This is no JSON."),
            },
        };
        self.issues.push(issue);
        None
    }

    fn take(&mut self, pieces: Vec<Piece>, now: f64) {
        for piece in pieces {
            match piece {
                Piece::Message { value, .. } => {
                    self.go_on(now, |conversation, host, now| hear(value, None, conversation, host, now));
                }
                Piece::Partial { value, growing } => {
                    self.host.preview(&value.to_string(), growing, now);
                    // There may be something to see now.
                    self.go_on(now, |conversation, host, now| conversation.surfaces_changed(host, now));
                }
                Piece::Issue(issue) => self.issues.push(issue),
            }
        }
    }

    fn take_framed(&mut self, framed: Framed, now: f64) {
        self.issues.extend(framed.issues);
        let mut heard = Vec::new();
        for mut frame in framed.frames {
            if self.repeats.is_repeat(&frame) {
                continue;
            }
            self.connection.hear(&frame.value);
            if let Some(announced) = announced(&mut frame.value) {
                self.channels.push(announced.clone());
                heard.push((announced, None));
                if frame.value.as_object().is_none_or(|rest| rest.is_empty()) {
                    continue;
                }
            }
            heard.push((frame.value, frame.id));
        }
        // All of a chunk is taken in before anything is drawn.
        self.go_on(now, |conversation, host, now| {
            for (value, id) in heard {
                hear(value, id.as_deref(), conversation, host, now);
            }
        });
    }

    fn go_on(&mut self, now: f64, doing: impl FnOnce(&mut Conversation, &mut Host, Millis)) {
        let now = millis(now);
        doing(&mut self.conversation.borrow_mut(), &mut self.host, now);
        self.screens.show(now);
    }
}

/// What one response has brought so far.
#[derive(Debug, Default)]
struct Connection {
    /// It was asked to go on where another one broke.
    goes_on: bool,
    has_news: bool,
    /// It should have gone on and began another run: its server knows nothing of resuming, and asked again would begin one more.
    starts_over: bool,
}

impl Connection {
    fn hear(&mut self, value: &Value) {
        let is_first = !std::mem::replace(&mut self.has_news, true);
        self.starts_over |= is_first && self.goes_on && value["type"] == "RUN_STARTED";
    }
}

/// Takes what a stream brought: an event or messages.
fn hear(value: Value, id: Option<&str>, conversation: &mut Conversation, host: &mut Host, now: Millis) {
    if is_event(&value) {
        conversation.apply_event(value, id, host, now);
    } else {
        conversation.send(value, host, now);
    }
}

/// The session that a line announces: it is the announcement, or carries one as `_aon`. What is left of the line is an event or
/// nothing.
fn announced(line: &mut Value) -> Option<Value> {
    if line.get("type").and_then(Value::as_str) == Some("channels") {
        return Some(line.take());
    }
    let mut announced = line.as_object_mut()?.shift_remove("_aon").filter(Value::is_object)?;
    announced["type"] = "channels".into();
    Some(announced)
}

/// AG-UI events have a type and no A2UI message has.
fn is_event(value: &Value) -> bool {
    value.get("type").is_some_and(Value::is_string)
}

fn millis(now: f64) -> Millis {
    Millis(now.max(0.0) as u64)
}
