import { bullets, type DemoSection, note, section, steps } from '../documents/document.ts';

/** How the stories go on, by the key of their resource. */
export const moreStories: Record<string, DemoSection[]> = {
  'a-week-with-an-ai-triage-assistant': [
    section(
      'What the week did not show',
      'A week is short, and everybody was watching. People are careful in a first week; the question is what they do in the thirtieth, when the order on the screen has become the order of the day. So the team agreed on two things before the engineer went home. The planted cases go on, two a month, known to one person only. And the wall stays: whoever moves a call writes one word on a card and pins it up, even when it is obvious.',
      'In the fourth week somebody suggested a field on the screen instead of cards. The team tried it for three days. The reasons became shorter, then they became full stops. The cards came back.',
    ),
    section(
      'If you would like to try',
      steps(
        'Let the model suggest the order, and let people take from the list freely. No reason asked for, no extra click.',
        'Count the moves from the first day. You will want that number later, and nobody can reconstruct it.',
        'Plan the first conversation for noon on the first day, not for the end of the trial.',
        'Say aloud what the model cannot know. It is the cheapest training there is.',
        'Decide in advance what would make you stop, and who says it.',
      ),
      'Faye still moves three before her coffee. They are different ones now.',
    ),
  ],
  'how-a-library-service-said-no': [
    section(
      'What a no needs',
      'Declining takes more preparation than accepting. An offer comes with slides, a date and somebody whose job it is to call again. A refusal has to bring its own. The service found that it needed three things: a sentence that says what the work is for, people who were asked before the decision rather than told after it, and something to do instead by the following month.',
      'The last one matters most. If the refusal had been the end of the story, the next offer would have found the same lost members and the same tired desk. The shelf gave the staff something to point at. “We thought about your suggestion,” the head could say to her own council, “and this is what we built with the thought.”',
    ),
    section(
      'Four questions to borrow',
      bullets(
        'What is this activity for, in words that a member would use?',
        'Which part of it is tedious, and which part only looks tedious from outside?',
        'Who already gives this answer, and what would have to change so that they can give it more often?',
        'What would we have to keep about people that we do not keep today?',
      ),
      'The fourth question ended the discussion sooner than the others. To suggest a next book, the service would have had to keep a reading history for years. It deletes loans when a book comes home, and it is rather proud of that.',
    ),
  ],
  'rehearsing-failure-on-a-tuesday-afternoon': [
    section(
      'Why an envelope',
      'Marcus used to announce the exercise by e-mail. People prepared. They opened the log beforehand, printed the sentences and cancelled their lunch, and the rehearsal went beautifully and taught nothing. The envelope is there so that nobody knows which afternoon it is, apart from the service desk, which has to be able to tell a rehearsal from a real fire.',
      'There are rules for that. The word “rehearsal” is written on every card. Nothing is sent outside. If something real happens, anybody may say “real”, and the timer stops.',
    ),
    section(
      'What four rehearsals changed',
      'After the first, the name of the person who can pause the service went onto the door, with a stand-in below it. After the second, the phone queue was given a switch of its own. After the third, the prepared line for journalists was cut from six sentences to two. None of these repairs needed a project. All of them had been on somebody’s list for a year.',
      'The team leader keeps the cards in a recipe box. She has noticed that the useful ones are never about technology. They are about who is away, who is asked, and who is believed.',
      note(
        'Begin with a pause that works, not with a plan that is complete. The plan grows on its own once people have stopped something with their own hands.',
      ),
    ),
  ],
  'buying-ai-as-a-group-of-small-charities': [
    section(
      'The eleven questions, in short',
      steps(
        'What happens to the text we put in, and who can read it?',
        'In which country does it lie, and under whose law?',
        'When the model changes, how long beforehand do we hear of it?',
        'May we try it with cases of our own before we sign?',
        'Which uses do you advise against?',
        'What will it cost when we are twice as many?',
        'Who answers the phone, and until when?',
        'How do we get everything out again?',
        'What have you switched off after somebody complained?',
        'Which part of your service comes from somebody else?',
        'What should we have asked?',
      ),
      'The last question was the doubter’s idea. Two suppliers answered it at length, and one of those answers decided the choice.',
    ),
    section(
      'A year later',
      'Eight are still together. Each autumn they meet over soup, on purpose now, and go through three papers: what it cost, what went wrong, and what somebody wanted to use it for and did not. The third list is the longest and makes for the best evening.',
      'The person who writes has changed twice, the person who doubts three times. Nobody is allowed to doubt for longer than a year, because it becomes a habit, and the others stop hearing it.',
    ),
  ],
  'unpaid-checking': [
    section(
      'Why it stays hidden',
      'Checking hides because it is made of small pieces. Nobody spends an hour on it. It is forty seconds before pressing send, a glance into the old file, a question across the desk. Each piece feels like care rather than work, and people who take pride in what they do would be embarrassed to write it down.',
      'It also hides because the tool was bought with a promise. If the promise was a third less time, then minutes spent on checking look like a failure to use it properly. So they are booked as something else, the promise comes true on paper, and the next office is told about it.',
    ),
    section(
      'What to ask before the next tool',
      bullets(
        'Who will read what it produces, and what will they not be doing in that time?',
        'How will they know that something is wrong? If the answer is experience, whose?',
        'What happens on the day when those people are away?',
        'Which errors would still go out, and who would hear of them first?',
        'Where in the plan does the time for this stand, under its own name?',
      ),
      'The office now asks these five of every supplier. The answers are short. That is not a reason to refuse; it is a reason to put the minutes into the plan before somebody has to find them.',
    ),
  ],
};
