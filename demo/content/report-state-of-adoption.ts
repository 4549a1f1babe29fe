import { bullets, note, reading, section, steps, table } from '../documents/document.ts';

export const stateOfAdoption = reading(
  'What 140 public bodies have deployed, paused and withdrawn, and the controls that made the difference.',
  '2026 edition',
  section(
    'Summary',
    'Public bodies are no longer asking whether to use AI but how to live with what they have. In this year’s survey most services were bought rather than built, most had a named owner, and fewer than half could show what had happened to people since launch.',
    bullets(
      'Every body that could name the person who may switch a service off had also used that power, or rehearsed it.',
      'Pauses were short where manual work had been practised: days rather than weeks.',
      'Services were withdrawn for ordinary reasons: checking took longer than doing, or a simpler change solved the problem.',
    ),
    note('The survey is a teaching example. All figures in this report are illustrative.'),
  ),
  section(
    'How we worked',
    'We sent 22 questions to 140 bodies: councils, health organisations, housing providers and regulators. Answers came from the person responsible for the service. For 24 of them we compared answers with evidence: the register, minutes and logs.',
    steps(
      'We counted a service as deployed when people outside the project relied on it.',
      'We counted it as paused when it was stopped for at least a day and later resumed, and as withdrawn when it was ended.',
      'Where evidence and answer differed we used the evidence. This happened in 7 of 24 cases, always in the same direction: answers were kinder.',
    ),
  ),
  section(
    'What is in use',
    'Assistants that draft, summarise or search make up more than half of the services reported. Ranking and sorting come next. Only a few bodies let a system decide without a person, and those decisions can be reversed by a phone call.',
    table(
      'Services by what they do (illustrative)',
      ['Kind', 'Deployed', 'Paused', 'Withdrawn'],
      [
        ['Draft and summarise', '121', '9', '14'],
        ['Search and answer', '64', '11', '6'],
        ['Rank and sort', '47', '12', '5'],
        ['Detect and alert', '33', '4', '7'],
        ['Decide without a person', '6', '2', '1'],
      ],
    ),
    'Bought services are updated by their suppliers on average every seven weeks. One body in three learns of an update from the supplier; the rest find out from their staff, or never.',
  ),
  section(
    'What made the difference',
    'We looked at services that were still well regarded by staff and by the public after a year, and asked what they had in common. Size, budget and supplier did not matter much. Four habits did.',
    bullets(
      'A person who can stop it. Named, on duty, and known to staff by first name.',
      'Figures of harm. At least one number that gets worse when people are treated worse, read monthly.',
      'Staff in the room. Those who do the work had changed something about the service before launch.',
      'A way back. The old way of working had been practised in the last six months.',
    ),
    table(
      'Habits and how services fared after a year (illustrative)',
      ['Habits in place', 'Services', 'Still well regarded'],
      [
        ['None or one', '58', '21 in 100'],
        ['Two', '71', '46 in 100'],
        ['Three or four', '62', '82 in 100'],
      ],
    ),
    'The table shows that habits and good results go together. It does not show that one causes the other: careful teams may simply be better at both.',
  ),
  section(
    'Why services ended',
    'Withdrawals are rarely announced, which is a pity, because they hold the best lessons. Among the 33 we could follow, four reasons covered nearly all.',
    bullets(
      'Checking took as long as doing the work (12).',
      'A plain change solved the problem: a shorter form, a better letter (9).',
      'Results differed between groups and could not be repaired in time (6).',
      'The supplier changed price or product (5).',
    ),
    'In 19 of the 33, nobody had planned the end. Records were left in a product that was then switched off; in four cases an old decision could no longer be explained.',
  ),
  section(
    'What to do next',
    steps(
      'Write beside each service the name of the person who can stop it, and let them try.',
      'Add one figure of harm to the next report to your leaders.',
      'Ask suppliers for notice of updates and time to test.',
      'Plan the end of every service while it is healthy.',
    ),
  ),
  section(
    'Limits of this report',
    'Answers describe what people in charge believe. Bodies that are proud of their work are more likely to reply. We did not ask the public, and a service that staff like may still fail the people it is for. Next year’s edition will ask about appeals.',
  ),
);
