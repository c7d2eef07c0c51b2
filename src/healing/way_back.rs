//! How an answer travels: by interrupt, socket or the next run (healing reference, sections 2 and 11).

use serde_json::{Map, Value, json};

/// The AG-UI interrupt a request came with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Interrupt {
    pub(crate) id: String,
    /// Epoch milliseconds.
    pub(crate) expires_at: Option<i64>,
    /// Other interrupts of the same run are open: all must be answered together, which only the host can.
    pub(crate) has_company: bool,
}

/// What the source of a request can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) socket: bool,
    /// An agent that can start a run.
    pub(crate) agent: bool,
}

/// Where an answer goes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum WayBack {
    /// A run with this `resume`.
    Resume(Value),
    /// One text frame.
    Socket(Value),
    /// A run with these `forwardedProps`.
    Run(Value),
    /// Only the event; nobody else can take it.
    EventOnly,
}

impl WayBack {
    /// The first way that is open.
    pub(crate) fn of(response: &Value, interrupt: Option<&Interrupt>, source: Source) -> Self {
        if let Some(interrupt) = interrupt {
            if interrupt.has_company || !source.agent {
                return WayBack::EventOnly;
            }
            let declined = response.get("declined") == Some(&Value::Bool(true));
            return WayBack::Resume(if declined {
                json!([{"interruptId": interrupt.id, "status": "cancelled"}])
            } else {
                json!([{"interruptId": interrupt.id, "status": "resolved", "payload": response}])
            });
        }
        if source.socket {
            WayBack::Socket(response.clone())
        } else if source.agent {
            WayBack::Run(json!({"a2uiHealing": response}))
        } else {
            WayBack::EventOnly
        }
    }
}

/// The request that an interrupt of a finished run carries, filled from the interrupt where it lacks something.
pub(crate) fn of_interrupt(interrupt: &Value, has_company: bool) -> Option<(Map<String, Value>, Interrupt)> {
    const REASON: &str = "a2ui:interactive_healing";
    let metadata = interrupt.get("metadata")?.as_object()?;
    let is_ours = interrupt.get("reason").and_then(Value::as_str) == Some(REASON);
    let carried = metadata.get("healing").and_then(Value::as_object).or_else(|| is_ours.then_some(metadata))?;
    let id = interrupt.get("id").and_then(Value::as_str)?.to_owned();
    let mut message = carried.clone();
    message.entry("type").or_insert_with(|| "interactive_healing_request".into());
    for name in ["requestId", "sessionId"] {
        message.entry(name).or_insert_with(|| id.as_str().into());
    }
    if let Some(told) = interrupt.get("message").filter(|told| told.is_string()) {
        message.entry("error").or_insert_with(|| json!({"message": told}));
    }
    for name in ["toolCallId", "expiresAt"] {
        if let Some(value) = interrupt.get(name).filter(|value| !value.is_null()) {
            message.entry(name).or_insert_with(|| value.clone());
        }
    }
    let expires_at = interrupt.get("expiresAt").and_then(|at| match at {
        Value::String(text) => crate::dynamic::functions::epoch_millis(text),
        value => value.as_i64(),
    });
    Some((message, Interrupt { id, expires_at, has_company }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_open_way_is_taken() {
        let (answer, declined) = (json!({"patch": []}), json!({"patch": [], "declined": true}));
        let alone = Interrupt { id: "i".into(), expires_at: None, has_company: false };
        let crowd = Interrupt { has_company: true, ..alone.clone() };
        let both = Source { socket: true, agent: true };
        let agent = Source { socket: false, agent: true };
        let none = Source { socket: false, agent: false };
        for (response, interrupt, source, expected) in [
            (
                &answer,
                Some(&alone),
                both,
                WayBack::Resume(json!([{"interruptId": "i", "status": "resolved", "payload": answer}])),
            ),
            (&declined, Some(&alone), both, WayBack::Resume(json!([{"interruptId": "i", "status": "cancelled"}]))),
            (&answer, Some(&crowd), both, WayBack::EventOnly),
            (&answer, None, both, WayBack::Socket(answer.clone())),
            (&answer, None, agent, WayBack::Run(json!({"a2uiHealing": answer}))),
            (&answer, None, none, WayBack::EventOnly),
        ] {
            assert_eq!(WayBack::of(response, interrupt, source), expected);
        }
    }

    #[test]
    fn an_interrupt_may_carry_a_request() {
        let request = json!({"sessionId": "s", "requestId": "r"});
        for interrupt in [
            json!({"id": "i", "message": "m", "expiresAt": 5, "metadata": {"healing": request}}),
            json!({"id": "i", "message": "m", "expiresAt": 5, "reason": "a2ui:interactive_healing", "metadata": request}),
        ] {
            let (message, interrupt) = of_interrupt(&interrupt, false).unwrap();
            assert_eq!((&message["error"], &message["requestId"]), (&json!({"message": "m"}), &json!("r")));
            assert_eq!((interrupt.id.as_str(), interrupt.expires_at), ("i", Some(5)));
        }
        for other in [
            json!({}),
            json!({"id": "i", "metadata": {"form": 1}}),
            json!({"id": "i", "reason": "approval", "metadata": request}),
        ] {
            assert_eq!(of_interrupt(&other, false), None);
        }
    }
}
