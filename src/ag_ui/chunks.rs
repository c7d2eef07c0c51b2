//! `_CHUNK` events → start, content and end (AG-UI reference, section 1).

use super::event::Event;

/// Turns `_CHUNK` events into start, content and end (AG-UI reference, section 1).
#[derive(Clone, Debug, Default)]
pub(crate) struct Chunks {
    open: Option<Open>,
}

#[derive(Clone, Debug, PartialEq)]
enum Open {
    ToolCall(String),
    Text(String),
}

impl Chunks {
    /// The events that `event` stands for. Another kind of event, or another id, closes what chunks opened.
    pub(crate) fn expand(&mut self, event: Event) -> Vec<Event> {
        let mut events = Vec::new();
        match event {
            Event::ToolCallChunk { id, name, delta } => {
                let Some(id) = self.switch(id, |open| matches!(open, Open::ToolCall(_)), &mut events) else {
                    return events;
                };
                if self.open.is_none() {
                    self.open = Some(Open::ToolCall(id.clone()));
                    events.push(Event::ToolCallStart { id: id.clone(), name: name.unwrap_or_default() });
                }
                if !delta.is_empty() {
                    events.push(Event::ToolCallArgs { id, delta });
                }
            }
            Event::TextChunk { id, delta } => {
                let Some(id) = self.switch(id, |open| matches!(open, Open::Text(_)), &mut events) else {
                    return events;
                };
                if self.open.is_none() {
                    self.open = Some(Open::Text(id.clone()));
                    events.push(Event::TextStart { id: id.clone() });
                }
                if !delta.is_empty() {
                    events.push(Event::TextContent { id, delta });
                }
            }
            other => {
                self.close(&mut events);
                events.push(other);
            }
        }
        events
    }

    /// The id this chunk belongs to; closes what is open if it belongs elsewhere.
    fn switch(&mut self, id: Option<String>, fits: fn(&Open) -> bool, events: &mut Vec<Event>) -> Option<String> {
        let open = self.open.as_ref().filter(|open| fits(open)).map(Open::id);
        match (open, id) {
            (Some(open), None) => Some(open.to_owned()),
            (Some(open), Some(id)) if open == id => Some(id),
            (_, id) => {
                self.close(events);
                id
            }
        }
    }

    fn close(&mut self, events: &mut Vec<Event>) {
        match self.open.take() {
            Some(Open::ToolCall(id)) => events.push(Event::ToolCallEnd { id }),
            Some(Open::Text(id)) => events.push(Event::TextEnd { id }),
            None => {}
        }
    }
}

impl Open {
    fn id(&self) -> &str {
        match self {
            Open::ToolCall(id) | Open::Text(id) => id,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn id(text: &str) -> String {
        text.to_owned()
    }

    #[test]
    fn chunks_open_append_and_close() {
        let call = |id: Option<&str>, delta: &str| Event::ToolCallChunk {
            id: id.map(str::to_owned),
            name: Some("n".into()),
            delta: delta.into(),
        };
        let text = |id: Option<&str>, delta: &str| Event::TextChunk { id: id.map(str::to_owned), delta: delta.into() };
        let mut chunks = Chunks::default();
        let stream = [
            call(None, "lost"),
            call(Some("a"), "1"),
            call(None, "2"),
            call(Some("b"), ""),
            text(Some("t"), "x"),
            text(None, "y"),
            Event::StateDelta(json!([])),
        ];
        let events: Vec<_> = stream.into_iter().flat_map(|event| chunks.expand(event)).collect();
        assert_eq!(
            events,
            [
                Event::ToolCallStart { id: id("a"), name: id("n") },
                Event::ToolCallArgs { id: id("a"), delta: id("1") },
                Event::ToolCallArgs { id: id("a"), delta: id("2") },
                Event::ToolCallEnd { id: id("a") },
                Event::ToolCallStart { id: id("b"), name: id("n") },
                Event::ToolCallEnd { id: id("b") },
                Event::TextStart { id: id("t") },
                Event::TextContent { id: id("t"), delta: id("x") },
                Event::TextContent { id: id("t"), delta: id("y") },
                Event::TextEnd { id: id("t") },
                Event::StateDelta(json!([])),
            ]
        );
    }
}
