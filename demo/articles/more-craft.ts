import { bullets, type DemoSection, note, section, steps } from '../documents/document.ts';

/** How the articles about craft go on, by the key of their resource. */
export const moreCraft: Record<string, DemoSection[]> = {
  'writing-an-ai-policy-people-will-read': [
    section(
      'Write it from cases',
      'All three began with what had happened rather than with what they believed. They collected a dozen small moments in which somebody had hesitated: a letter half written by an assistant, a recording that a guest did not know about, a picture that looked a little too good. For each they asked what a sensible colleague would have done, and only then looked for the sentence that would have helped.',
      'Principles came out of this, but they came last, and there were few of them. “Nobody’s sound without a yes” is a principle. It is also something that a horn player can apply on a train.',
    ),
    section(
      'Keep it alive',
      steps(
        'Put a name on the page, and make it somebody who picks up the phone.',
        'Write down each question that the page did not answer. Three of a kind are a new line.',
        'Read it aloud once a year, all of it, in a room. Where people laugh or sigh, rewrite.',
        'Take a line out for every line that goes in, as long as you can.',
      ),
      'The county has a habit that others may copy. New colleagues get the page on their first day and five cases on their second Friday. Nobody marks the answers. Where they differ, it is the page that goes back to the desk.',
    ),
  ],
  'counting-what-the-dashboard-leaves-out': [
    section(
      'Who should count',
      'Do not send the analyst alone. Send the analyst with somebody who knows the place: a porter, a librarian, a driver. One of them will see what can be counted, the other who is not there. In the benefits service it was the receptionist who pointed out that people came in, looked at the screen with the queue numbers and left again. There was no number for that, because it happened before the machine.',
      'Count for a week, no longer. The aim is not a statistic. It is to find the question that the dashboard should have been asking.',
    ),
    section(
      'What to do with the answer',
      bullets(
        'If a hand count contradicts the dashboard, publish both beside each other for a month.',
        'Ask those who were counted whether the description is fair. They will correct it.',
        'Choose one thing to repair that needs no new system, and do it before the next report.',
        'Write down what you still cannot see. It belongs on the page as a line of its own, with no figure behind it.',
      ),
      'The benefits service repaired the queue screen. Then it gave the advice centre a telephone number that somebody answers. Neither shows on the dashboard. Both are in the report, in pencil, with initials.',
    ),
  ],
  'data-statements-for-busy-teams': [
    section(
      'When the answer is “nobody knows”',
      'It will be, for two or three of the eight questions, and that is what the forty minutes are for. Write the question down with a date and the name of whoever might find out. A statement with three honest gaps is more use than a form without any, because the next person knows where the floor is thin.',
      'Some gaps close themselves. Somebody reads the page, remembers who designed the old form, and rings them up. In one team the missing answer sat two desks away for a year, with a person nobody had thought of as knowing about data.',
    ),
    section(
      'Before a model learns from it',
      steps(
        'Read the statement aloud to whoever will use the results. Stop where they frown.',
        'Mark every seam that lies inside the period you want to use. Choose a side, or use both apart.',
        'Take the misuse that you named and ask whether your own plan is a small version of it.',
        'Look at twenty records of people who are rarely in there. Are they all odd in the same way?',
        'Write one line: what we will not conclude from this.',
      ),
      note('If there is time for one question only, ask what an empty field means. It is never nothing.'),
    ),
  ],
  'the-middle-manager-and-the-machine': [
    section(
      'A quarter of an hour a week',
      'The talk that they asked for has no agenda beyond three cases. Somebody brings one where the tool was right and nobody believed it, one where it was wrong and nobody noticed for a while, and one that is simply strange. The manager’s part is to ask what the team would like to do next time, and to write that down in words the team used.',
      'It is a modest meeting. After a few weeks it becomes the place where people say that they have stopped using a button, or that they use it for something it was not made for. Both are worth knowing, and neither appears in a usage report.',
    ),
    section(
      'Two letters to write',
      'Before a tool arrives, somebody above should write two short letters. The first goes to the manager and says what is not expected: no faster work for eight weeks, no figures for a slide, no cheerfulness. The second goes to everybody and says that this manager may stop the tool, on any day, and will be thanked first and asked later.',
      bullets(
        'Sign both with a name, not with a department.',
        'Keep them to half a page.',
        'Repeat the second letter after the first time somebody has used it.',
      ),
      'Several of the fourteen had something of the kind. Those were the ones who talked about the machine as a colleague talks about weather: it is there, it can be unpleasant, and one is allowed to stay in.',
    ),
  ],
  'translating-notices-with-their-readers': [
    section(
      'Choosing three readers',
      'The hospital looks for three people who would never come to the same meeting: somebody who arrived last year, somebody whose children do the talking, and somebody who has used the service often and liked it. They are asked one at a time, because the second person otherwise agrees with the first out of politeness.',
      'Interpreters are asked too, but afterwards. They know every word, and they have long forgotten what it is like not to.',
    ),
    section(
      'Notices that are not read',
      'Most notices are not read in any language. People look for a face. So the hospital began to place each notice where somebody can be asked about it, and taught those people two sentences. “It measures your breathing and tells the nurse. You can say no, and nothing else changes.” The porters use them more than anybody.',
      steps(
        'Find the place where people already stop: a desk, a lift, the machine for tickets.',
        'Give whoever works there two sentences, and ask them to change them.',
        'Write the notice last, as a reminder of what was said.',
        'After a month ask three people on their way out what the machine does.',
      ),
      'If their answers agree with each other, the notice works, whatever it says.',
    ),
  ],
  'from-register-to-routine': [
    section(
      'What belongs in a line',
      'The four registers differ in everything but length. Each line fits on one line. It names the use in the words of the people who do it, one person, the data that goes in, what happens when it is wrong, and a date. Whatever else was there at the beginning, such as risk scores, categories and references, had been empty for so long that nobody noticed when it was removed.',
      'The school trust keeps one more column, “would we miss it?”. Three uses have been ended because nobody could bring themselves to write yes.',
    ),
    section(
      'When somebody asks from outside',
      'Sooner or later a journalist, a parent or an inspector asks what you use. The answer is the register, as it is, with the pencil notes. Teams that tidied it up first regretted it. A clean list invites the question what was cleaned.',
      bullets(
        'Send the whole list, not a selection.',
        'Say when each line was last looked at, and by whom.',
        'Say which lines you are unsure about. There are always two.',
        'Offer the telephone number of the person on the line.',
      ),
      note('A register that can be handed over on the day it is asked for has already done most of its work.'),
    ),
  ],
};
