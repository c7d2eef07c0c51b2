//! Every row of the table of request states (healing reference, section 8), and the cases of section 14 that need no page.

use serde_json::{Value, json};

use super::*;
use crate::Millis;
use crate::{Issue, Severity};

const WALL: i64 = 1_768_573_805_000;

struct Table {
    desk: Desk,
    now: u64,
}

fn table() -> Table {
    Table { desk: Desk::default(), now: 0 }
}

/// A desk with one open request `r` at activity `a`, attempt 2, one minute to go.
fn open() -> Table {
    table().say(request("r"))
}

fn request(id: &str) -> Value {
    json!({
        "type": "interactive_healing_request", "sessionId": "s", "requestId": id, "allowedPatchPaths": ["/q"],
        "timeoutMs": 60_000, "messageId": "a", "payloadSnapshotHash": "sha256:5f", "traceId": "t", "payload": {"q": "x"},
    })
}

fn word(kind: &str) -> Value {
    json!({"type": format!("interactive_healing_{kind}"), "sessionId": "s", "requestId": "r", "error": {"code": "still_invalid"}})
}

fn patch() -> Value {
    json!([{"op": "replace", "path": "/q", "value": 2}])
}

impl Table {
    fn take(&mut self, message: &Value, event_id: Option<&str>) -> Vec<Issue> {
        let clock = Clock { now: Millis(self.now), wall: WALL + self.now as i64 };
        let mut locate = |request: &Request| (request.message_id.clone().unwrap_or_default(), Some(2));
        self.desk.take(message.as_object().unwrap(), event_id, None, clock, &mut locate)
    }

    fn say(mut self, message: Value) -> Self {
        let issues = self.take(&message, None);
        assert_eq!(issues, []);
        self.desk.take_news();
        self
    }

    fn answer(mut self) -> Self {
        let issues = self.desk.heal(None, "r", Some(&patch()), Some("typo"), Millis(self.now));
        assert_eq!(issues, []);
        self
    }

    fn goes(mut self, progress: Progress) -> Self {
        self.desk.progress("a", progress);
        self
    }

    fn after(mut self, span: u64) -> Self {
        self.now += span;
        self.desk.tick(Millis(self.now));
        self
    }

    fn phase(&self) -> Phase {
        self.desk.at("a").unwrap().phase
    }

    /// The phases of the events since the last look.
    fn events(&mut self) -> Vec<String> {
        let details = self.desk.take_news().into_iter().map(|news| match news {
            HealingNews::Request { detail, .. }
            | HealingNews::Response { detail, .. }
            | HealingNews::Settled { detail, .. } => detail,
        });
        details
            .map(|detail| {
                let outcome = detail["outcome"].as_str().map(|outcome| format!(" {outcome}"));
                format!("{}{}", detail["phase"].as_str().unwrap(), outcome.unwrap_or_default())
            })
            .collect()
    }
}

#[test]
fn requests_follow_the_table() {
    let settled = Phase::Settled;
    let attempt = |attempt| Progress::Retrying { attempt: Some(attempt) };
    let rows: Vec<(&str, Table, Phase)> = vec![
        ("open", open(), Phase::Open),
        ("open, answered", open().answer(), Phase::Submitting),
        ("open, deadline", open().after(60_000), settled(Outcome::Expired)),
        ("open, just before the deadline", open().after(59_999), Phase::Open),
        ("open, timeout message", open().say(word("timeout")), settled(Outcome::Expired)),
        ("open, another request", open().say(request("r2")).say(word("timeout")), Phase::Open),
        ("open, paint", open().goes(Progress::Painted), settled(Outcome::Superseded)),
        ("open, building", open().goes(Progress::Building), settled(Outcome::Superseded)),
        ("open, higher attempt", open().goes(attempt(3)), settled(Outcome::Superseded)),
        ("open, same attempt", open().goes(attempt(2)), Phase::Open),
        ("open, failed", open().goes(Progress::Failed), Phase::Open),
        ("open, removed", open().goes(Progress::Removed), settled(Outcome::Superseded)),
        // Somebody else answered, or the host in our place.
        ("open, applied", open().say(word("applied")), settled(Outcome::Applied)),
        ("open, rejected", open().say(word("rejected")), Phase::Open),
        ("submitting, applied", open().answer().say(word("applied")), settled(Outcome::Applied)),
        ("submitting, paint", open().answer().goes(Progress::Painted), settled(Outcome::Applied)),
        ("submitting, building", open().answer().goes(Progress::Building), settled(Outcome::Applied)),
        ("submitting, higher attempt", open().answer().goes(attempt(3)), settled(Outcome::Applied)),
        ("submitting, removed", open().answer().goes(Progress::Removed), settled(Outcome::Superseded)),
        ("submitting, rejected in time", open().answer().say(word("rejected")), Phase::Open),
        ("submitting, rejected late", open().answer().after(60_000).say(word("rejected")), settled(Outcome::Rejected)),
        ("submitting, deadline", open().answer().after(60_000), Phase::Submitting),
        ("submitting, timeout message", open().answer().say(word("timeout")), settled(Outcome::Expired)),
        (
            "settled, anything",
            open().goes(Progress::Painted).say(word("timeout")).say(request("r")),
            settled(Outcome::Superseded),
        ),
    ];
    for (name, table, phase) in rows {
        assert_eq!(table.phase(), phase, "{name}");
    }
}

#[test]
fn an_answer_carries_what_the_agent_needs() {
    let mut table = open().answer();
    let [HealingNews::Response { response, .. }] = &table.desk.take_news()[..] else { panic!() };
    let expected = json!({
        "type": "interactive_healing_response", "sessionId": "s", "requestId": "r", "patch": patch(),
        "reason": "typo", "baseHash": "sha256:5f", "traceId": "t",
    });
    assert_eq!(response, &expected);

    let mut declined = open();
    assert_eq!(declined.desk.heal(Some("s"), "r", None, Some(&"x".repeat(600)), Millis(0)), []);
    let [HealingNews::Response { response, .. }, HealingNews::Settled { outcome, .. }] = &declined.desk.take_news()[..]
    else {
        panic!()
    };
    assert_eq!((&response["patch"], &response["declined"], *outcome), (&json!([]), &json!(true), Outcome::Declined));
    assert_eq!(response["reason"].as_str().unwrap().len(), 500);
}

#[test]
fn an_answer_counts_until_the_deadline() {
    let codes = |table: &mut Table, session: Option<&str>, id: &str| {
        let issues = table.desk.heal(session, id, Some(&patch()), None, Millis(table.now));
        issues.into_iter().filter(|issue| issue.severity == Severity::Error).map(|issue| issue.code).collect::<Vec<_>>()
    };
    let mut early = open();
    early.now = 59_999;
    assert_eq!(codes(&mut early, None, "r"), [] as [&str; 0]);
    assert_eq!(codes(&mut early, None, "r"), ["healing_closed"], "one answer at a time");
    let mut late = open();
    late.now = 60_000;
    assert_eq!(codes(&mut late, None, "r"), ["healing_expired"]);
    assert_eq!(codes(&mut late, Some("other"), "r"), ["healing_closed"]);
    assert_eq!(late.desk.next_deadline(), Some(Millis(60_000)));
    assert_eq!(late.desk.at("a").unwrap().seconds_left(Millis(58_001)), Some(2));
}

#[test]
fn what_could_not_be_sent_is_open_again() {
    let mut table = open().answer();
    let issue = table.desk.not_sent("s", "r", Unsent::Failed, Millis(10)).unwrap();
    assert_eq!(issue.code, "healing_send_failed");
    assert_eq!(table.phase(), Phase::Open);
    let mut late = open().answer().after(60_000);
    assert_eq!(late.desk.not_sent("s", "r", Unsent::HostSends, Millis(60_000)), None);
    assert_eq!(late.phase(), Phase::Settled(Outcome::Expired));
    let mut silent = open().answer();
    silent.desk.answer_run_ended("s", "r");
    assert_eq!(silent.phase(), Phase::Settled(Outcome::Expired));
}

#[test]
fn one_message_over_two_carriers_is_one_message() {
    let mut table = table();
    table.take(&request("r"), None);
    table.take(&request("r"), Some("7"));
    assert_eq!(table.events(), ["request"]);
    table.take(&request("r"), Some("7"));
    table.desk.progress("a", Progress::Building);
    assert_eq!(table.events(), ["settled superseded"]);
    table.desk.progress("a", Progress::Building);
    assert_eq!(table.events(), [] as [&str; 0]);
}

#[test]
fn a_replayed_request_that_is_over_never_shows() {
    let mut table = table();
    table.take(&request("r"), None);
    table.take(&word("timeout"), None);
    assert_eq!(table.events(), [] as [&str; 0]);
    let plain = table.desk.plain();
    assert_eq!((plain["open"].as_array().unwrap().len(), plain["log"].as_array().unwrap().len()), (0, 2));

    let mut expired = request("x");
    expired["timeoutMs"] = 0.into();
    assert_eq!(table.take(&expired, None), []);
    assert_eq!(table.events(), [] as [&str; 0]);
}

#[test]
fn a_repeat_extends_only_by_a_stated_end() {
    let mut later = request("r");
    later["timeoutMs"] = 90_000.into();
    assert_eq!(open().say(later.clone()).desk.next_deadline(), Some(Millis(60_000)));
    later["expiresAt"] = (WALL + 90_000).into();
    let extended = open().say(later.clone());
    assert_eq!(extended.desk.next_deadline(), Some(Millis(90_000)));
    assert_eq!(extended.desk.plain()["open"][0]["deadline"], WALL + 90_000);
    later["expiresAt"] = (WALL + 5).into();
    assert_eq!(extended.say(later).desk.next_deadline(), Some(Millis(90_000)));
}

#[test]
fn suggestions_outside_the_allowed_places_are_not_offered() {
    let mut asked = request("r");
    asked["suggestedPatches"] =
        json!([{"op": "replace", "path": "/q", "value": 1}, {"op": "replace", "path": "/secret", "value": 1}]);
    let mut table = table();
    let issues = table.take(&asked, None);
    assert_eq!(issues.iter().map(|issue| issue.code).collect::<Vec<_>>(), ["healing_path_not_allowed"]);
    assert_eq!(table.desk.at("a").unwrap().request.suggestions.len(), 1);
}

#[test]
fn live_requests_are_bounded_and_closed_together() {
    let mut table = table();
    for index in 0..40 {
        let mut one = request(&index.to_string());
        one["messageId"] = index.to_string().into();
        table.take(&one, None);
    }
    assert_eq!(table.events().len(), 16);
    table.desk.close();
    assert_eq!(table.events(), ["settled superseded"; 16]);
    assert_eq!(table.desk.next_deadline(), None);
}
