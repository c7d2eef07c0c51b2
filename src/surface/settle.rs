//! Bringing everything up to date: trees are read, errors told, calls sent, and what is due is done.

use std::rc::Rc;

use super::agent::Request;
use super::{GRACE, Surfaces};
use crate::Issue;
use crate::millis::Millis;
use crate::protocol::{Dialect, Outgoing};

impl Surfaces {
    /// Brings every tree up to date, collects what was found wrong on the way, and sends the calls that came up.
    pub(super) fn settle(&mut self, now: Option<Millis>, issues: &mut Vec<Issue>) {
        let mut found = Vec::new();
        for surface in &mut self.surfaces {
            surface.settle(&self.around);
            found.extend(surface.take_issues());
        }
        self.tell(&found, None);
        issues.extend(found);
        if !self.outbox.is_rehearsal() {
            self.send_calls(now, issues);
        }
    }

    fn send_calls(&mut self, now: Option<Millis>, issues: &mut Vec<Issue>) {
        let mut requests = Vec::new();
        for (index, surface) in self.surfaces.iter_mut().enumerate() {
            let outbox = &mut self.outbox;
            let due = surface.calls.take_due(|| outbox.next_call_id());
            requests.extend(due.into_iter().map(|(id, request)| (index, id, request)));
            if let Some(now) = now {
                let outcome = surface.calls.tick(now);
                issues.extend(surface.note(outcome));
            }
        }
        for (index, call_id, request) in requests {
            self.call_agent(index, call_id, request);
        }
    }

    pub(super) fn call_agent(&mut self, surface: usize, call_id: Rc<str>, request: Request) {
        let surface = &self.surfaces[surface];
        let (dialect, form) = (surface.dialect.clone(), surface.form);
        let Request { catalog, function, args } = request;
        let surface = surface.id.clone();
        let call = Outgoing::CallAgentFunction { surface, call_id, function, catalog: Some(catalog), args };
        self.outbox.send(&call, &dialect, form);
    }

    pub(super) fn tell(&mut self, issues: &[Issue], spoken: Option<&Dialect>) {
        for issue in issues {
            self.outbox.tell(issue, spoken, &self.surfaces);
        }
    }

    /// When [`Surfaces::tick`] has something to do.
    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        let waiting = self.surfaces.iter().filter(|surface| !surface.is_overdue && !surface.has_root());
        let roots = waiting.map(|surface| surface.since + GRACE);
        roots.chain(self.surfaces.iter().filter_map(|surface| surface.calls.next_deadline())).min()
    }

    /// Does what is due at `now`: reports the surfaces whose root is overdue, sends calls, gives up on answers.
    pub(crate) fn tick(&mut self, now: Millis) -> Vec<Issue> {
        let mut issues = Vec::new();
        for surface in &mut self.surfaces {
            if !surface.is_overdue && !surface.has_root() && surface.since + GRACE <= now {
                surface.is_overdue = true;
                surface.tree.touch_frame();
                let message = "The surface has no root component; nothing of it can be shown.";
                issues.push(Issue::error("VALIDATION_FAILED", message).at("/components").on(&surface.id));
            }
            let outcome = surface.calls.tick(now);
            issues.extend(surface.note(outcome));
        }
        self.tell(&issues, None);
        self.settle(Some(now), &mut issues);
        issues
    }
}
