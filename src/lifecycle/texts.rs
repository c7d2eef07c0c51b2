//! Every sentence the life cycle shows people, and how a host says them in another language.

use std::borrow::Cow;

use crate::template::fill;

/// One visible sentence. `{name}` in a sentence is replaced by [`fill`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Text {
    Building,
    Tokens,
    Retrying,
    RetryingAttempts,
    FailureTitle,
    FailureAdvice,
    StoppedTitle,
    StoppedAdvice,
    ValidationIssues,
    DeveloperDetails,
    WaitingForInput,
    InputNeeded,
    NeedsCorrection,
    UseSuggestion,
    SendCorrection,
    LetItFail,
    SecondsLeft,
    MinutesLeft,
    Sending,
    WaitingForAgent,
    CorrectionApplied,
    NoAnswerInTime,
    Declined,
    NoLongerNeeded,
    CorrectionRejected,
    Ticket,
    Reason,
    Patch,
    BackToFields,
    NoJson,
    Findings,
    CopyJson,
    Before,
    After,
}

impl Text {
    /// The name a host uses for this sentence in its own table.
    pub(crate) const fn key(self) -> &'static str {
        self.entry().0
    }

    const fn entry(self) -> (&'static str, &'static str) {
        match self {
            Text::Building => ("building", "Building interface"),
            Text::Tokens => ("tokens", "~{count} tokens"),
            Text::Retrying => ("retrying", "Retrying generation…"),
            Text::RetryingAttempts => ("retryingAttempts", "Retrying generation… ({attempt}/{max} attempts)"),
            // Public end-to-end tests look for exactly this, ASCII apostrophe included.
            Text::FailureTitle => ("failureTitle", "Couldn't generate the UI"),
            Text::FailureAdvice => {
                ("failureText", "Something went wrong rendering this. You can keep chatting and try again.")
            }
            Text::StoppedTitle => ("stoppedTitle", "Generation stopped"),
            Text::StoppedAdvice => ("stoppedText", "You can keep chatting and try again."),
            Text::ValidationIssues => ("validationIssues", "validation issues"),
            Text::DeveloperDetails => ("developerDetails", "developer details"),
            Text::WaitingForInput => ("waitingForInput", "Waiting for input"),
            Text::InputNeeded => ("inputNeeded", "{label}: input needed"),
            Text::NeedsCorrection => ("needsCorrection", "The agent needs a correction"),
            Text::UseSuggestion => ("useSuggestion", "Use suggestion"),
            Text::SendCorrection => ("sendCorrection", "Send correction"),
            Text::LetItFail => ("letItFail", "Let it fail"),
            Text::SecondsLeft => ("secondsLeft", "{count} s left"),
            Text::MinutesLeft => ("minutesLeft", "{count} min left"),
            Text::Sending => ("sending", "Sending…"),
            Text::WaitingForAgent => ("waitingForAgent", "Waiting for the agent…"),
            Text::CorrectionApplied => ("correctionApplied", "Correction applied"),
            Text::NoAnswerInTime => ("noAnswerInTime", "No answer in time"),
            Text::Declined => ("declined", "Declined"),
            Text::NoLongerNeeded => ("noLongerNeeded", "No longer needed"),
            Text::CorrectionRejected => ("correctionRejected", "Correction not accepted"),
            Text::Ticket => ("ticket", "Ticket {id}"),
            Text::Reason => ("reason", "Reason"),
            Text::Patch => ("patch", "Patch"),
            Text::BackToFields => ("backToFields", "Back to the fields"),
            Text::NoJson => ("noJson", "{place}: this is no JSON."),
            Text::Findings => ("findings", "issues found"),
            Text::CopyJson => ("copyJson", "Copy as JSON"),
            Text::Before => ("before", "Before"),
            Text::After => ("after", "After"),
        }
    }
}

/// Where sentences come from. A host's table answers for what it knows and leaves the rest to [`English`].
pub(crate) trait Texts {
    /// The sentence, placeholders included.
    fn text(&self, text: Text) -> Cow<'_, str>;
}

/// The sentences of the reference.
pub(crate) struct English;

impl Texts for English {
    fn text(&self, text: Text) -> Cow<'_, str> {
        Cow::Borrowed(text.entry().1)
    }
}

/// What a loader or a status line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    Building,
    /// `attempts`: the attempt being made and how many there may be, if both are known.
    Retrying {
        attempts: Option<(u32, u32)>,
    },
    /// A person is asked for a correction.
    WaitingForInput,
}

impl Label {
    /// The sentence to show and announce.
    pub(crate) fn text(self, texts: &dyn Texts) -> String {
        match self {
            Label::Building => texts.text(Text::Building).into_owned(),
            Label::Retrying { attempts: None } => texts.text(Text::Retrying).into_owned(),
            Label::Retrying { attempts: Some((attempt, max)) } => {
                let values = [("attempt", &*attempt.to_string()), ("max", &*max.to_string())];
                fill(&texts.text(Text::RetryingAttempts), &values)
            }
            Label::WaitingForInput => texts.text(Text::WaitingForInput).into_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_read_as_people_know_them() {
        assert_eq!(Label::Building.text(&English), "Building interface");
        assert_eq!(Label::Retrying { attempts: None }.text(&English), "Retrying generation\u{2026}");
        assert_eq!(
            Label::Retrying { attempts: Some((2, 3)) }.text(&English),
            "Retrying generation\u{2026} (2/3 attempts)"
        );
        assert_eq!(English.text(Text::FailureTitle), "Couldn't generate the UI");
        assert_eq!(fill(&English.text(Text::Tokens), &[("count", "1,234")]), "~1,234 tokens");
    }

    #[test]
    fn a_host_answers_for_what_it_knows() {
        struct German;
        impl Texts for German {
            fn text(&self, text: Text) -> Cow<'_, str> {
                match text.key() {
                    "retryingAttempts" => "Neuer Versuch {attempt} von {max}".into(),
                    _ => English.text(text),
                }
            }
        }
        assert_eq!(Label::Retrying { attempts: Some((2, 3)) }.text(&German), "Neuer Versuch 2 von 3");
        assert_eq!(Label::Building.text(&German), "Building interface");
    }
}
