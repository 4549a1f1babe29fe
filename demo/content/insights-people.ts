import { bullets, note, reading, section, steps, table } from '../documents/document.ts';

export const whenNotToAutomate = reading(
  'A short test for decisions that should stay with a person, with three worked examples.',
  'Insight 1',
  section(
    'Five questions',
    'Most advice on automation explains how. Service owners more often need to know whether. These five questions take half an hour with two colleagues; a single clear yes is reason enough to leave a decision with a person, for now.',
    steps(
      'Does the decision depend on something the person affected can only say in conversation?',
      'Would a wrong result be hard to notice, or impossible to undo?',
      'Do experienced people disagree about what is right, for good reasons?',
      'Is being heard part of what people come for?',
      'Would you be unable to explain the result in two sentences to the person in front of you?',
    ),
  ),
  section(
    'Three worked examples',
    'Replacing a lost library card. No to all five. Automate it, and let people do it at midnight.',
    'Choosing which tenants get a visit about damp. Yes to the second: those who do not complain would never be visited, and nobody would notice. Let a program suggest half of the visits, and keep the other half for wardens and chance.',
    'Telling a family that a school place was refused. Yes to the fourth and the fifth. The list can be worked out by a program; the call belongs to somebody who knows what can still be done.',
  ),
  section(
    'A middle way',
    'Not to automate a decision does not mean to do without help. A program may find the papers, check the sums or fill in the letter. Draw the line at the moment when somebody’s situation is weighed, and put a name there.',
    note('Ask again after a year. Questions one and five change as systems and people learn.'),
  ),
);

export const whoHoldsTheSwitch = reading(
  'Why the power to stop a system so often belongs to nobody, and how to hand it over.',
  'Insight 4',
  section(
    'The switch in the drawer',
    'Ask who may stop a system and you will hear a role. Ask that person how, and you will often hear a laugh. The switch exists, the supplier has it, the ticket takes two days, and nobody has told the night shift.',
    'A stop that cannot be used at three on a Sunday morning is a sentence in a document.',
  ),
  section(
    'Four things a switch needs',
    bullets(
      'A hand: somebody on duty, with a stand-in, who knows that it is theirs.',
      'A reason in advance: two or three signs that are enough, so that nobody has to be brave.',
      'A floor: the way work goes on, practised within the last half-year.',
      'A shield: a sentence from the top that stopping in good faith is never punished.',
    ),
    'The shield is what people mention first. In teams that had one, pauses were more frequent, shorter and cheaper.',
  ),
  section(
    'Handing it over',
    steps(
      'Write down who would have to be called tonight. Call them.',
      'Ask the supplier for a control you can reach yourself.',
      'Stop the service on purpose, on a quiet day, for one hour.',
      'Note what hurt. Repair that. Repeat in six months.',
    ),
    'The first rehearsal is humbling. A transport office found that its “off” also switched off the timetable. It now has two switches, and a label.',
  ),
);

export const driftIsAPeopleProblem = reading(
  'Models change slowly; people change around them faster. Both need watching.',
  'Insight 6',
  section(
    'Two kinds of drift',
    'Data drift is well known: the world moves, and yesterday’s patterns fit less and less. There are charts for it. The other drift has none. People learn what the system likes, and change what they give it.',
    'Applicants copy sentences that worked for a neighbour. Advisers stop typing what is ignored anyway. Managers praise what is counted. After a year the data describes the system as much as the world.',
  ),
  section(
    'How to notice',
    bullets(
      'Texts grow more alike. Read twenty from this month beside twenty from last year.',
      'Free-text fields grow empty. Something has taught people that they do not matter.',
      'Overrides cluster around one person. Ask what they see.',
      'New staff ask why. Write the questions down before they get used to it.',
    ),
  ),
  section(
    'What to do',
    'Keep a small share of cases out of the system, chosen by chance, and handle them as before. Five in a hundred is usually enough to compare. It costs little and keeps skills alive.',
    'Talk with those who feed the system, quarterly, over real cases. And tell applicants what counts. Guessing is what produces the sentences you will later mistake for a pattern.',
    note('If a figure improves while the work feels worse, believe the work until you know better.'),
  ),
);

export const shadowAi = reading(
  'How to learn which tools people already use, without turning it into a hunt.',
  'Insight 9',
  section(
    'They already do',
    'In most offices some people use AI tools nobody approved. They do it to get through the day. If the first official word on the subject is a warning, the use goes on and the conversation ends.',
    'You need the conversation. Those who experiment know which tasks hurt, what the tools are good for and where they failed.',
  ),
  section(
    'Ask like this',
    steps(
      'Announce a fortnight in which nobody gets into trouble for an honest answer. Have the most senior person say it, in a room.',
      'Ask three questions without names: what do you use, for what, and what worries you?',
      'Publish the answers within a week, unpolished.',
      'Say at once what is fine, what must stop today because of the data involved, and what you will sort out by a date.',
      'Offer an approved tool for the two most frequent tasks.',
    ),
  ),
  section(
    'What you will find',
    table(
      'Answers from an office of 85 (illustrative)',
      ['Task', 'People', 'What was done'],
      [
        ['Rewriting e-mails', '31', 'Approved tool, no names pasted in'],
        ['Summaries of long papers', '18', 'Approved tool'],
        ['Checking formulas', '9', 'Fine as it is'],
        ['Notes of talks with clients', '4', 'Stopped; a safe way by June'],
      ],
    ),
    'Four answers needed action on the same day. Twenty-seven people asked for training, which nobody had thought to offer.',
  ),
);
