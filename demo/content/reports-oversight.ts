import { bullets, note, reading, section, steps, table } from '../documents/document.ts';

export const oversightThatWorks = reading(
  'Lessons from twelve review boards that have stopped, changed or passed real systems.',
  'Research report',
  section(
    'Summary',
    'A review board is easy to found and hard to keep useful. We watched twelve over a year. The five that changed most decisions met often, saw cases early, had one or two members from outside, and published their reasons.',
    note('The boards are composites drawn for teaching; figures are illustrative.'),
  ),
  section(
    'What we looked at',
    'For each board we counted cases, read the papers, and sat in on two meetings. We asked the teams under review what they had changed because of the board.',
    table(
      'Twelve boards in a year (illustrative)',
      ['Meets', 'Boards', 'Cases', 'Changed', 'Stopped'],
      [
        ['Weekly or fortnightly', '4', '96', '41', '7'],
        ['Monthly', '5', '58', '17', '2'],
        ['Quarterly', '3', '14', '2', '0'],
      ],
    ),
  ),
  section(
    'Habits of the useful',
    bullets(
      'They see proposals when they are a page long.',
      'They have a short remit that says what must come to them.',
      'A member from the frontline speaks first.',
      'They ask what would change the team’s mind, and write it down.',
      'They look again after launch, with figures.',
    ),
    'None of these costs much. Meeting often is the hardest, and a half-hour by video every week beat a full day every quarter.',
  ),
  section(
    'How boards fade',
    'Three boards lost influence during the year. The pattern was the same: a delayed case, an impatient sponsor, a decision taken elsewhere “for now”. Once a team had gone round the board without consequence, others did. The remedy was also the same: a senior person who sent the next case back.',
  ),
  section(
    'Outside members',
    'Outside members asked simpler questions and got longer answers. Those who stayed had been paid, had a deputy, and had met the people who run the services. Two left because papers arrived the evening before.',
  ),
  section(
    'Starting one',
    steps(
      'Write a one-page remit: what must come, who sits, how decisions are made, what happens when advice is not followed.',
      'Begin with two live services and one proposal.',
      'Meet for half an hour, every week, for three months.',
      'Publish a paragraph on each case.',
      'After three months, ask the teams what changed. If nothing did, stop or start again.',
    ),
  ),
  section(
    'For small organisations',
    'A named reviewer and a critical friend from elsewhere can do all of this. Swap with a neighbour: you read theirs, they read yours. Four charities in our sample do so by phone, on the first Monday of the month.',
  ),
);

export const measuringHarm = reading(
  'Twenty-four indicators for live AI services, with the trap in each.',
  'Handbook report',
  section(
    'Why harm needs its own figures',
    'Benefit is planned, so it gets measured. Harm arrives unplanned and is found by those it happens to. If nobody counts it, the report shows a success with some anecdotes. This report lists indicators that organisations can collect with what they already have.',
    note('Example values are illustrative. Choose your own limits from a pilot.'),
  ),
  section(
    'Wrong results',
    table(
      'Indicators 1 to 6',
      ['Indicator', 'Source', 'Trap'],
      [
        ['Errors in a random sample', 'Two checkers', 'Easy cases only'],
        ['Errors in a sample of refusals', 'Two checkers', 'Nobody checks refusals'],
        ['Corrections after sending', 'Case notes', 'Quiet corrections'],
        ['Days until an error is noticed', 'Incident list', 'Counted from report, not from error'],
        ['Confident errors', 'Log and sample', 'The system’s own confidence'],
        ['Errors that repeat', 'Incident list', 'Different words for one cause'],
      ],
    ),
  ),
  section(
    'Unequal results',
    table(
      'Indicators 7 to 12',
      ['Indicator', 'Source', 'Trap'],
      [
        ['Gap between best and worst group', 'Monthly report', 'Groups too small to judge'],
        ['Waiting time by area', 'Case system', 'Averages'],
        ['Refusals by language of application', 'Case system', 'Language not recorded'],
        ['Who is sent to extra checks', 'Log', 'Checks that find what they look for'],
        ['Appeals and successes by group', 'Appeals desk', 'Those who never appeal'],
        ['Use of the route to a person by age', 'Phone log', 'Route hard to find'],
      ],
    ),
  ),
  section(
    'Cost to staff',
    table(
      'Indicators 13 to 18',
      ['Indicator', 'Source', 'Trap'],
      [
        ['Hours of checking', 'Two-week diary', 'Work at home'],
        ['Overrides per 100 cases', 'Log', 'Zero is not good news'],
        ['Seconds per decision', 'Log', 'Used to watch individuals'],
        ['Difficult cases per person', 'Case system', 'The machine took the easy ones'],
        ['Would you want it kept?', 'Survey without names', 'Asked by the project'],
        ['Sick leave in affected teams', 'HR, in groups', 'Too small to publish'],
      ],
    ),
  ),
  section(
    'Loss of trust',
    table(
      'Indicators 19 to 24',
      ['Indicator', 'Source', 'Trap'],
      [
        ['Complaints that mention the system', 'Complaints desk', 'No category for it'],
        ['Calls to check whether a message is real', 'Phone log', 'Not counted'],
        ['People who give up part-way', 'Form log', 'Counted as success: fewer cases'],
        ['Found the route to a person in a test', 'Test calls', 'Tested by staff'],
        ['Understands the notice', 'Five people a quarter', 'Always the same five'],
        ['Press and councillor questions', 'Press desk', 'Arrives last'],
      ],
    ),
  ),
  section(
    'Choosing yours',
    steps(
      'Take one from each table. Four are enough to begin.',
      'Let people affected choose one of them.',
      'Measure before launch. A figure without a “before” persuades nobody.',
      'Write limit and consequence beside each figure.',
      'After half a year replace those that never moved.',
    ),
  ),
  section(
    'An example',
    'A housing team watched errors in refusals, waiting time by area, hours of checking and calls about real messages. In month four the second figure moved: two estates waited three days longer. The cause was a postcode list from 2019. Nobody had complained. (Illustrative.)',
    bullets('Cost of collecting all four: about three hours a month.', 'Time from signal to repair: nine days.'),
  ),
);
