import { bullets, note, reading, section, steps, table } from '../documents/document.ts';

export const consultingStaff = reading(
  'What 60 workforce consultations asked, what changed as a result and which questions were left too late.',
  'Review paper',
  section(
    'Summary',
    'We read the papers of 60 consultations about automation in offices, hospitals, depots and schools. Most were polite, well documented and too late. Where staff were asked before a product was chosen, they changed its scope in two cases out of three; after the contract, in one out of ten.',
    note('The sample is a teaching example; its figures are illustrative.'),
  ),
  section(
    'How we read them',
    'For each consultation we noted when it began, who could take part, what was asked, and what was different afterwards. “Different” had to be visible in a document: a changed scope, a new check, a later date, a cancelled purchase.',
    table(
      'When staff were first asked (illustrative)',
      ['Moment', 'Consultations', 'Something changed'],
      [
        ['Before the problem was settled', '7', '6'],
        ['Before a product was chosen', '15', '10'],
        ['After contract, before launch', '29', '3'],
        ['After launch', '9', '2'],
      ],
    ),
  ),
  section(
    'What was asked',
    'The most frequent question was whether people felt informed. It is the least useful: it can be answered with yes by somebody who objects to everything. Better questions were concrete and could embarrass the project.',
    bullets(
      'Which case would you never give to a machine?',
      'What do you do today that no document mentions?',
      'When would you want to switch it off, and could you?',
      'What should happen to the time that is saved?',
    ),
  ),
  section(
    'Questions left too late',
    'Three subjects came up in nearly every consultation, usually in the last meeting and usually without an answer.',
    bullets(
      'Checking: who does it, when, and does it count as work?',
      'Blame: if I follow a wrong suggestion, whose mistake is it? If I ignore a right one?',
      'Watching: does the tool record how fast I am, and who sees that?',
    ),
    'Where these were answered on the first day, even with “we do not know yet, and you will hear by June”, later meetings were shorter and calmer.',
  ),
  section(
    'What good looked like',
    'A depot asked drivers to mark, on a map, where the route planner would be wrong. They found eleven places in an hour. The supplier fixed eight; three became a rule that drivers may ignore the plan without giving reasons. A year later the rule is used twice a day, and the planner is liked.',
    'A school trust held its meetings at seven in the morning, when cleaners and kitchen staff could come. The scheduling tool under discussion affected them more than the teachers, who had been invited first.',
  ),
  section(
    'Recommendations',
    steps(
      'Ask before the problem is settled. It costs a fortnight.',
      'Say what is open, what is decided, and what is not known.',
      'Answer the three late questions on the first day.',
      'Publish what changed and what did not, with reasons.',
      'Ask again after three months of use, when people have something to say.',
    ),
  ),
  section(
    'Limits',
    'Papers show what was written down. Change by conversation leaves no trace, and neither does silence. We could not see consultations that were never held.',
  ),
);

export const literacyAtWork = reading(
  'What training changes in daily practice, and what it leaves as it was.',
  'Research report',
  section(
    'Summary',
    'Most AI training is judged by attendance. We compared practice before and after in nine organisations and found that short sessions on real cases changed how people check results, while general awareness courses changed how people talk about them.',
    note('Figures come from small before-and-after samples made up for teaching. They are illustrative.'),
  ),
  section(
    'How we measured',
    'Before and six weeks after training, 310 people worked through twelve cases with suggestions from an assistant. Four suggestions were wrong. We counted errors caught, right suggestions refused, and time.',
    table(
      'Errors caught out of four (illustrative)',
      ['Training', 'Before', 'After six weeks'],
      [
        ['None', '1.6', '1.5'],
        ['One-hour awareness talk', '1.7', '1.8'],
        ['Half-hour of planted errors, in the team', '1.6', '2.7'],
        ['The same, repeated monthly', '1.7', '3.1'],
      ],
    ),
  ),
  section(
    'What changed',
    bullets(
      'People looked at the source more often, and earlier.',
      'They asked colleagues more; teams that trained together asked most.',
      'They refused slightly more right suggestions. The cost was small and fell with practice.',
    ),
    'Time per case rose by a tenth in the first weeks and then returned to where it had been. Managers who had been warned kept their nerve.',
  ),
  section(
    'What did not',
    'Training did not help where people had no authority to disagree. In two organisations staff caught the errors, said so afterwards, and had followed the suggestion all the same: overriding needed a reason code and a supervisor. No course repairs that.',
    'It also faded. Without repetition half of the gain was gone after five months.',
  ),
  section(
    'A pattern to copy',
    steps(
      'Collect ten real cases with the right answer. Plant errors in three.',
      'Half an hour, in the team, with the tool people use.',
      'Talk about how the error could be seen, not who missed it.',
      'Repeat monthly with new cases; let the team choose them.',
      'Record who took part and what the group caught, and nothing about individuals.',
    ),
  ),
  section(
    'For those who must show evidence',
    'Keep three things for each path: the content with its version, the list of those who completed it, and one measure of effect. Rules on literacy differ between countries and are changing; evidence of effect is useful under all of them.',
  ),
);

export const appealsAndRemedies = reading(
  'How people reach a human after an automated result, and how often it is worth their while.',
  'Research report',
  section(
    'Summary',
    'We followed 90 appeals against results in which a system had a part: a parking notice, a place in a queue, a refused refund. The way to a person existed on paper in every case. In a third it could not be found in ten minutes; where it was found, half of the results changed.',
    note('The 90 appeals are a constructed sample for teaching. Figures are illustrative.'),
  ),
  section(
    'The walk to a person',
    'We wrote down each step from the letter to the first conversation with somebody who could change the result.',
    table(
      'Where people stopped (illustrative)',
      ['Step', 'Reached by', 'Common obstacle'],
      [
        ['Learns that a system was involved', '74 of 90', 'Words such as “our process”'],
        ['Finds a contact', '61', 'Number in a footnote'],
        ['Gets through', '52', 'Chat leads back to the start'],
        ['Reaches somebody who may decide', '38', 'Adviser reads out the same result'],
        ['Gets a reasoned answer', '29', 'Template reply'],
      ],
    ),
  ),
  section(
    'What changed results',
    'Nineteen of the 38 who reached a person with authority got a different result. In most cases the system had worked as designed on facts that were wrong or old. Appeals are therefore also a cheap test of data: eleven of the nineteen pointed to an error that affected others too, and only three organisations went looking for them.',
  ),
  section(
    'What good looks like',
    bullets(
      'The notice names a person or team, a free number and a date.',
      'No reason is needed to ask for a human look.',
      'Whoever answers sees what the system saw and may decide otherwise.',
      'The answer says which facts counted.',
      'Each changed result is followed by one question: who else?',
    ),
  ),
  section(
    'A remedy is more than an apology',
    'Putting things right can mean money, a place regained, a record corrected, or a change to the system. People in our sample valued the last most. “I did not want it to happen to my neighbour” is a sentence we heard in different words eight times.',
  ),
  section(
    'Recommendations',
    steps(
      'Walk the way to a person yourself, twice a year, with a stopwatch.',
      'Give those who answer the authority to change results.',
      'Count changed results by group, and report them beside the benefits.',
      'When a result changes, look for the others within a week.',
    ),
  ),
  section(
    'Limits',
    'People who appeal are not typical: they have time, words and hope. The quiet majority needs a different method, such as calling a sample and asking.',
  ),
);
