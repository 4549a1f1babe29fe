import { bullets, note, reading, section, steps, table } from '../documents/document.ts';

export const policyPeopleRead = reading(
  'How three organisations wrote AI policies that staff can quote from memory.',
  'Article',
  section(
    'Can anyone quote it?',
    'Stop somebody in the corridor and ask what the AI policy says. In most places they know that there is one. We looked for places where people could quote it, and asked how it had been written.',
  ),
  section(
    'The orchestra: eight lines',
    'The orchestra’s policy was written by a viola player, a bookkeeper and the stage manager in two rehearsal breaks. Its first line is “Nobody’s sound without a yes”. Its last is “If in doubt, ask Jo”. Jo gets about three questions a week and keeps the answers in a notebook, which is the rest of the policy.',
  ),
  section(
    'The water company: situations',
    'The water company tried clauses and gave up. Its policy is twenty situations with an answer each: “A customer asks whether they are talking to a person. Say no, and offer one.” New situations are added when somebody asks. After a year there were thirty-four; after two, still thirty-four.',
  ),
  section(
    'The county: one page, tested',
    'The county wrote one page and tested it like a form. Ten people got five situations and the text. Where two decided differently, the sentence was rewritten. It took four rounds. The lawyers came in the last and changed one word, and it was a good word.',
  ),
  section(
    'What they share',
    table(
      'Long policies and short ones',
      ['Usual', 'Theirs'],
      [
        ['Written by a department', 'Written by those who must follow it'],
        ['Principles', 'Situations'],
        ['“Appropriate”, “where possible”', 'Yes, ask, no'],
        ['Approved once', 'Read aloud once a year'],
        ['Contact: a mailbox', 'Contact: Jo'],
      ],
    ),
    note('Test for yours: can a new colleague decide five cases with it in five minutes?'),
  ),
);

export const countingLeftOut = reading(
  'Dashboards show what systems record. These are ways to count the rest.',
  'Article',
  section(
    'Green and wrong',
    'The dashboard of a benefits service was green for fourteen months. Answers were fast, ratings high, costs down. In the fifteenth month an advice centre asked why its waiting room was full. People had not stopped needing help. They had stopped asking the service for it.',
    'What a system records begins when somebody arrives and ends when they leave. Much of what matters happens before and after.',
  ),
  section(
    'Five things to count by hand',
    steps(
      'People who start and do not finish. Call ten and ask where it went wrong.',
      'People who should come and do not. Compare with somebody else’s figures: schools, surgeries, the post office.',
      'Second visits. A quick answer that needs another is not quick.',
      'Work that moved. Ask neighbours, advice centres and families what they do now that you used to.',
      'Silence. Sample results nobody reacted to, and check whether they were right.',
    ),
  ),
  section(
    'An afternoon’s method',
    'Put the dashboard on the wall. Around it, on paper, write who is missing from each figure. Choose the paper that worries most people and send two of them out to count, for one week, with a clipboard. Clipboards are slow, visible and honest. People come up and tell you things.',
    table(
      'What a week with a clipboard found (illustrative)',
      ['Place', 'Counted', 'Dashboard said'],
      [
        ['Library computers', '43 people filling in the form for somebody else', '0'],
        ['Bus stop outside', '12 who had “come to see a person”', '0'],
        ['Advice centre', '61 cases of ours', '0'],
      ],
    ),
  ),
  section(
    'Put it on the page',
    'Add one hand-counted figure to each report, marked as such, with the name of whoever counted. It will be smaller, rougher and more discussed than all the others.',
  ),
);

export const dataStatements = reading(
  'A data statement in forty minutes, with the questions that matter and none that do not.',
  'Article',
  section(
    'Forty minutes, two people',
    'Long forms for describing data are rarely filled in. This one takes two people forty minutes: one who knows the data, one who will use it. The second asks, the first answers, and the second writes. What cannot be answered is written down as a question, with a name.',
  ),
  section(
    'The questions',
    steps(
      'Who wrote the first entry, and why? (Purpose shows in the earliest records.)',
      'When did something change: a form, a law, a colleague? (Each change is a seam.)',
      'What does an empty field mean?',
      'Who is never in here?',
      'Which field do people fill in to make the screen go away?',
      'What were people told?',
      'What would be a misuse?',
      'When must it be deleted, and who does it?',
    ),
    'Question five is the best. In one housing set, a third of tenants had been born on 1 January 1970.',
  ),
  section(
    'Seams',
    'Models learn seams faster than anything else. In the same set, “urgent” fell by half in one month of 2022. The world had not become calmer; a new form had moved the box. Draw a line for time, mark the seams, and keep the drawing with the statement.',
    table(
      'Seams in one set (illustrative)',
      ['When', 'What changed', 'Seen in'],
      [
        ['2019', 'New postcodes', 'Two wards empty'],
        ['March 2020', 'Phone only', 'Text fields short'],
        ['June 2022', 'New form', '“Urgent” down by half'],
      ],
    ),
  ),
  section(
    'Keep it near',
    bullets(
      'One page, beside the data, in the same folder.',
      'A date in the file’s name.',
      'If the page is older than the newest record by a year, nobody releases anything.',
    ),
  ),
);

export const middleManager = reading(
  'Those in the middle decide whether AI helps. Few projects ask what they need.',
  'Article',
  section(
    'Between the slides and the shift',
    'Projects brief executives and train users. Between them sits somebody with a rota, a target and nine people, who learns about the new tool on the same day as the team and is expected to explain it. We talked with fourteen of them.',
  ),
  section(
    'What they said',
    bullets(
      '“I am asked whether we use it. Nobody asks what for.”',
      '“My figures now measure the tool. When it is slow, I am slow.”',
      '“I was told to encourage overrides, and given a target for speed.”',
      '“I could stop it, in theory. Then I would have to explain why my team is behind.”',
      '“The best idea came from the one who hates it.”',
    ),
  ),
  section(
    'What they need',
    table(
      'Five things, none expensive',
      ['Need', 'Looks like'],
      [
        ['To know first', 'Two days before the team, with time for questions'],
        ['Targets that fit', 'Speed is set aside for eight weeks'],
        ['A way to stop', 'Written, with a name above that takes the call'],
        ['Time for talk', 'A quarter of an hour a week, in the rota'],
        ['A colleague', 'Another manager, three months ahead'],
      ],
    ),
    'The second matters most. Every manager who had been given eight weeks without a speed target reported more errors found, and all but one reached the old speed before the eight weeks were over. (Fourteen people; not a study.)',
  ),
  section(
    'For those above them',
    'Ask your managers in the middle one question each month: what did you decide not to do with it, and why? You will learn more than from any adoption figure. Then protect the answer.',
    note('If you are one of them: keep a page of cases. It is the evidence nobody else has.'),
  ),
);

export const translatingNotices = reading(
  'Notices about AI fail in translation unless their readers take part.',
  'Article',
  section(
    'A word that meant spy',
    'A hospital had its notice translated into eleven languages by a good agency. In one of them, “monitor” came out as a word used for informers. Patients stopped using the tablet by the bed. A cleaner explained it to a nurse, who explained it to the hospital.',
  ),
  section(
    'Translate back, and further',
    'The usual remedy is to translate back. It finds wrong words, and misses wrong feelings. The hospital now sits down with three readers of each language, one of them older, and asks four questions.',
    steps(
      'What do you think the machine does?',
      'What would you do if you did not want it?',
      'Which word would you not use to your mother?',
      'Where would you expect to see this?',
    ),
  ),
  section(
    'What changed',
    bullets(
      '“Algorithm” went, in all languages.',
      'In four languages, “you can refuse” became “many people say no, and that is fine”.',
      'In two, the notice is now spoken: a voice on the tablet, recorded by a porter whom everybody knows.',
      'The English was rewritten last, and is now the shortest.',
    ),
  ),
  section(
    'What it cost',
    'Three readers, an hour each, paid, for eleven languages: less than the first translation. The hospital keeps their numbers. When the system changes, they are rung up before the agency.',
    note('Start with the language in which you get no complaints at all.'),
  ),
);

export const registerToRoutine = reading(
  'A register is a list. Here is how four teams turned it into a habit.',
  'Article',
  section(
    'The list nobody reads',
    'Registers begin with energy. There is a deadline, a template, a round of e-mails. Six months later the list is a picture of a past that was not quite true then either. Four teams told us how theirs stayed alive.',
  ),
  section(
    'The school trust: a stand-up',
    'On the first Monday, ten minutes, standing. Each owner says one of three words about each use: same, changed, gone. “Changed” gets a minute. The list is corrected while people stand.',
  ),
  section(
    'The harbour: the pencil',
    'The register hangs in the control room. Anyone may write on it. Every quarter somebody types it up and hangs a clean one. The pencil notes are kept, because auditors love them.',
  ),
  section(
    'The insurer: the invoice',
    'No invoice for software is paid without a line number from the register. Finance found eleven uses in the first month that no survey had shown. It is the only control in this article that people cannot forget.',
  ),
  section(
    'The charity: the leaver',
    'When somebody leaves, the exit talk has one more question: which tools did you use that we would miss or worry about? Leavers are honest. Half of the charity’s register comes from them.',
  ),
  section(
    'Choose your hook',
    table(
      'Hang it on something that happens anyway',
      ['Happens anyway', 'Ask'],
      [
        ['Monday meeting', 'Same, changed, gone?'],
        ['Invoice', 'Which line?'],
        ['New colleague', 'What did you have at your last place?'],
        ['Leaver', 'What should we know?'],
        ['Supplier’s update', 'Who tests it?'],
      ],
    ),
    steps(
      'Choose one hook.',
      'Put a name on it.',
      'After three months count the corrections. If there are none, choose another.',
    ),
    bullets('A register with corrections is alive.', 'A register without them is a document.'),
  ),
);
