//! What healing sessions have said lately, for listeners who come late (healing reference, section 9).

use std::collections::VecDeque;

use serde_json::{Map, Value, json};

use crate::Issue;
use crate::Millis;

/// A ring of records. Oldest out first; requests that are still live last.
#[derive(Debug, Default)]
pub(crate) struct Log {
    records: VecDeque<Record>,
    next: u64,
    bytes: usize,
    /// Server-sent event ids seen, newest last, by session.
    ids: VecDeque<(String, String)>,
}

/// One message as it was taken in.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) seq: u64,
    pub(crate) at: Millis,
    pub(crate) id: Option<String>,
    pub(crate) session: String,
    pub(crate) message: Value,
    bytes: usize,
}

const MAX_RECORDS: usize = 256;
const MAX_AGE: Millis = Millis(5 * 60_000);
const MAX_SESSIONS: usize = 8;
const MAX_BYTES: usize = 1 << 20;
const MAX_IDS: usize = 1_024;

impl Record {
    /// Plain data for hosts.
    pub(crate) fn plain(&self) -> Value {
        let mut plain = json!({"seq": self.seq, "at": self.at.0, "sessionId": self.session, "message": self.message});
        if let Some(id) = &self.id {
            plain["id"] = id.as_str().into();
        }
        plain
    }
}

impl Log {
    /// Whether this event of the session was taken before: a reconnected server repeats itself.
    pub(crate) fn is_repeated(&self, session: &str, id: &str) -> bool {
        self.ids.iter().any(|(known, seen)| known == session && seen == id)
    }

    /// Adds a message. `is_live` tells whether a record belongs to a request that is not settled.
    pub(crate) fn add(
        &mut self,
        message: &Map<String, Value>,
        id: Option<&str>,
        now: Millis,
        is_live: &dyn Fn(&Record) -> bool,
    ) -> Vec<Issue> {
        let session = text(message, "sessionId").unwrap_or_default().to_owned();
        let mut issues = Vec::new();
        if let Some(id) = id.filter(|id| !id.is_empty()) {
            issues.extend(self.gap(&session, id));
            self.ids.push_back((session.clone(), id.to_owned()));
            if self.ids.len() > MAX_IDS {
                self.ids.pop_front();
            }
        }
        let message = without_tokens(message);
        let bytes = message.to_string().len();
        self.records.push_back(Record { seq: self.next, at: now, id: id.map(str::to_owned), session, message, bytes });
        self.next += 1;
        self.bytes += bytes;
        self.trim(now, is_live);
        issues
    }

    pub(crate) fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.iter()
    }

    /// Whole numbers that skip some mean that something was missed.
    fn gap(&self, session: &str, id: &str) -> Option<Issue> {
        let last = self.ids.iter().rev().find(|(known, _)| known == session)?.1.parse::<u64>().ok()?;
        let next = id.parse::<u64>().ok()?;
        (next > last.saturating_add(1))
            .then(|| Issue::info("healing_gap", format!("Between the events {last} and {next} some are missing.")))
    }

    fn trim(&mut self, now: Millis, is_live: &dyn Fn(&Record) -> bool) {
        while self.is_full(now) {
            let oldest = self.records.iter().position(|record| !is_live(record)).unwrap_or(0);
            // Old age alone does not take a live request away.
            let by_age_only = self.fits();
            if by_age_only
                && self.records.get(oldest).is_none_or(|record| is_live(record) || now.since(record.at) <= MAX_AGE)
            {
                return;
            }
            let Some(gone) = self.records.remove(oldest) else { return };
            self.bytes -= gone.bytes;
        }
    }

    fn is_full(&self, now: Millis) -> bool {
        !self.fits() || self.records.iter().any(|record| now.since(record.at) > MAX_AGE)
    }

    fn fits(&self) -> bool {
        let mut sessions: Vec<&str> = Vec::new();
        for record in &self.records {
            if !sessions.contains(&&*record.session) {
                sessions.push(&record.session);
            }
        }
        self.records.len() <= MAX_RECORDS && self.bytes <= MAX_BYTES && sessions.len() <= MAX_SESSIONS
    }
}

/// Tokens live in the URLs of channels and must not be kept: a URL ends at its `?`.
fn without_tokens(message: &Map<String, Value>) -> Value {
    let mut message = message.clone();
    if text(&message, "type") == Some("channels") {
        for value in message.values_mut() {
            if let Value::String(url) = value
                && let Some(query) = url.find(['?', '#'])
            {
                url.truncate(query);
            }
        }
    }
    message.into()
}

fn text<'a>(message: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    message.get(name)?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(session: &str, text: &str) -> Map<String, Value> {
        json!({"type": "healing", "sessionId": session, "text": text}).as_object().unwrap().clone()
    }

    fn seqs(log: &Log) -> Vec<u64> {
        log.records().map(|record| record.seq).collect()
    }

    #[test]
    fn the_oldest_go_first_and_live_requests_last() {
        let mut log = Log::default();
        let live = |record: &Record| record.seq == 0;
        for index in 0..300 {
            log.add(&message("s", "x"), None, Millis(index), &live);
        }
        assert_eq!((log.records().count(), seqs(&log)[..2].to_vec()), (MAX_RECORDS, vec![0, 45]));
        log.add(&message("s", "x"), None, Millis(MAX_AGE.0 + 400), &live);
        assert_eq!(seqs(&log), [0, 300], "five minutes later");
        log.add(&message("s", &"x".repeat(2 << 20)), None, Millis(MAX_AGE.0 + 400), &|_| false);
        assert_eq!(seqs(&log), [] as [u64; 0], "too large to keep");
        for session in 0..20 {
            log.add(&message(&session.to_string(), ""), None, Millis(MAX_AGE.0 + 400), &|_| false);
        }
        assert_eq!(log.records().count(), MAX_SESSIONS);
    }

    #[test]
    fn repeats_and_holes_are_noticed_by_id() {
        let mut log = Log::default();
        let mut add = |id| log.add(&message("s", ""), Some(id), Millis(0), &|_| false).len();
        assert_eq!([add("1"), add("2"), add("5"), add("x"), add("6")], [0, 0, 1, 0, 0]);
        assert!(log.is_repeated("s", "5") && !log.is_repeated("t", "5"));
    }

    #[test]
    fn tokens_are_not_kept() {
        let channels = json!({"type": "channels", "sessionId": "s", "ws": "/aon/ws/s?token=secret", "sse": "/aon/sse/s?token=secret"});
        let mut log = Log::default();
        log.add(channels.as_object().unwrap(), Some("7"), Millis(0), &|_| false);
        let kept = log.records().next().unwrap().plain();
        assert_eq!((&kept["message"]["ws"], &kept["id"]), (&json!("/aon/ws/s"), &json!("7")));
        assert!(!kept.to_string().contains("secret"));
    }
}
