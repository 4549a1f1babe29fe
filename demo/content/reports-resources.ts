import { bullets, note, reading, section, steps, table } from '../documents/document.ts';

export const costOfOversight = reading(
  'What it takes to check, monitor and answer for AI services, in hours and money.',
  'Benchmark report',
  section(
    'Summary',
    'Licences are visible, oversight is not. We built cost models for fourteen services with the people who run them and found that checking, monitoring and answering questions cost between a third and twice the licence fee. Services that planned for it were no dearer; they were less surprised.',
    note('The fourteen services are worked examples for planning. Figures are illustrative and exclude VAT.'),
  ),
  section(
    'What counts as oversight',
    bullets(
      'Checking single results before or after they take effect.',
      'Monitoring: samples, figures, monthly review.',
      'Testing before launch and after each change.',
      'Answering: complaints, appeals, requests for records.',
      'Training, including the time of those who attend.',
      'Board time, registers and audit.',
    ),
  ),
  section(
    'Three sizes of service',
    table(
      'Yearly cost of oversight (illustrative)',
      ['Item', 'Small team', 'One department', 'Whole council'],
      [
        ['Licence', '£6,000', '£48,000', '£310,000'],
        ['Checking', '£4,200', '£39,000', '£140,000'],
        ['Monitoring and testing', '£1,500', '£18,000', '£76,000'],
        ['Answering', '£300', '£7,500', '£42,000'],
        ['Training', '£900', '£9,000', '£55,000'],
        ['Board and records', '£400', '£6,000', '£31,000'],
        ['Oversight for each £1 of licence', '£1.22', '£1.66', '£1.11'],
      ],
    ),
    'Checking is the largest item everywhere and the one most often left out. It is done by people already employed, in minutes nobody books.',
  ),
  section(
    'Where money is lost',
    bullets(
      'Checking everything, for ever. After a good quarter, a sample with limits is safer than tired eyes.',
      'Testing from nothing at each update. A kept test set pays for itself the second time.',
      'Late questions. An answer to an old decision costs ten times as much when logs must be rebuilt.',
      'Overlapping tools. Four departments, four assistants, four sets of checks.',
    ),
  ),
  section(
    'A budget that holds',
    steps(
      'Count minutes of checking in a two-week diary, with the tool.',
      'Add a tenth of a post for each higher-risk service as owner’s time.',
      'Plan two full test rounds a year, plus one for each supplier change.',
      'Set aside a sum for the end: records, work taken back, notice.',
      'Report benefits after these costs, never before.',
    ),
  ),
  section(
    'A case for the finance lead',
    'A service saves 5,200 hours of drafting a year. Checking takes 2,300, monitoring 350, answering 110, training 400. What remains is 2,040 hours: 39 in 100 of the headline. The service is still worth having, and the plan for saved time can now be kept. (Illustrative.)',
  ),
  section(
    'When oversight costs too much',
    'If checking a result takes as long as producing it, the service is either too risky or too weak for the task. Change the task, the tool or the risk: let it search rather than answer, suggest rather than send. If nothing helps, stop. Four of the fourteen did, and two replaced the tool with a shorter form.',
  ),
  section(
    'Method and limits',
    'Costs were estimated with owners and staff, using diaries where they existed and interviews where not. Salaries are averages with employer’s costs. Small numbers and friendly participants mean that the ranges, not the points, should be used for planning.',
  ),
);

export const smallOrganisations = reading(
  'Responsible practice for organisations without a data team, a lawyer or much time.',
  'Research report',
  section(
    'Summary',
    'Eighteen small organisations showed us how they look after AI: a theatre, a vet, advice centres, a village council, a maker of ladders. Sound practice took most of them under three hours a month. It rested on one named person, one page of rules, and the nerve to say no.',
    note('The organisations are composites; figures are illustrative.'),
  ),
  section(
    'What they have in common',
    table(
      'Practices in 18 small organisations (illustrative)',
      ['Practice', 'How many', 'Time a month'],
      [
        ['One page of rules, read aloud once a year', '16', '5 minutes'],
        ['A list of tools with an owner', '14', '20 minutes'],
        ['A rule on what is never pasted in', '18', 'none'],
        ['Somebody outside to ask', '11', '30 minutes'],
        ['A sample of results, checked', '9', '1 hour'],
        ['A way to do the work by hand', '17', 'none'],
      ],
    ),
  ),
  section(
    'One person, and a friend',
    'In each place one person answers for AI, usually as a tenth of a job. The eleven that did best also had somebody outside: a trustee, a neighbour charity, a former colleague. They talk once a month and read each other’s list.',
    'The village council and the vet swap lists. Neither understands the other’s work, and both say that is why it helps.',
  ),
  section(
    'Buying small',
    'Small buyers cannot change contracts, but they can choose. The questions that decided purchases were short: do you train on our data, how do I leave, who calls me when it is wrong? Four organisations bought together and got answers that had been refused to each of them alone.',
  ),
  section(
    'Saying no',
    bullets(
      'The theatre refused a tool that scored audience members by spending: “we know them”.',
      'The advice centre kept summaries away from immigration cases, where one wrong date can cost a life’s plan.',
      'The ladder maker stopped a chat on its website after a month. The telephone was quicker for everybody.',
    ),
  ),
  section(
    'A year in twelve small steps',
    steps(
      'List the tools, with features inside ordinary software.',
      'Name the person.',
      'Write the page of rules.',
      'Read it aloud.',
      'Find the friend.',
      'Check twenty results.',
      'Put a notice where customers see it.',
      'Practise a day by hand.',
      'Ask staff what they stopped enjoying.',
      'Ask two customers what they noticed.',
      'Drop one tool.',
      'Read the list again.',
    ),
  ),
  section(
    'Limits',
    'We spoke to organisations that wanted to speak. Those that use AI without a list cannot be counted by asking them.',
  ),
);
