import { bullets, note, reading, section, steps, table } from '../documents/document.ts';

export const questionsBeforeCode = reading(
  'A purpose-driven guide to AI projects, in seven questions and one decision.',
  'First edition',
  section(
    'How this book works',
    'Projects are steered by the questions asked at the beginning, when answers are cheap. This book has seven, in the order in which they save most money. Each chapter gives the question, the reason it is avoided, a way to answer it in a morning, and an example. The last chapter turns the answers into a decision.',
    'You need no technical knowledge. You need a large table, four to six people who disagree politely, and permission to stop.',
    'Examples are invented and the figures in them are illustrative.',
  ),
  section(
    'Question 1: what hurts?',
    'Start with pain, not potential. “We could use AI for appointments” is potential. “One appointment in six is missed, and each costs us forty pounds and somebody else three weeks of waiting” is pain.',
    'The question is avoided because pain has an owner. Somebody designed the process that hurts; perhaps they are at the table. Ask kindly, and ask for a number.',
    steps(
      'Each person writes down three things that hurt, in the words of somebody affected.',
      'Put them in order of how often they happen.',
      'For the top three: how do we know? Who would notice first if it stopped?',
      'Choose one. Write it as a sentence without any technology in it.',
    ),
    'A dental group did this and wrote: “People forget, because we confirm appointments ten weeks ahead and then say nothing.” The sentence already holds most of the answer.',
  ),
  section(
    'Question 2: what would do it without AI?',
    'Ask for the best plain alternative, and mean it. A reminder, a shorter form, a second printer, an honest sentence on the website. Cost it. Try it, if a fortnight is enough.',
    'The question is avoided because plain answers bring no funding and no applause. It is nevertheless the question with the best return in this book. Of projects that take it seriously, a fair share end here, with the problem solved.',
    table(
      'Plain alternatives that were enough (examples)',
      ['Pain', 'Proposed', 'What solved it'],
      [
        ['Missed appointments', 'Prediction of who will not come', 'A text message two days before'],
        ['Slow answers to planning questions', 'Chat assistant', 'A page with the eight real questions'],
        ['Wrong forms at the desk', 'Document recognition', 'Two forms merged into one'],
        ['Invoices paid twice', 'Anomaly detection', 'A rule on invoice numbers'],
      ],
    ),
    'If the plain answer does half, do it first and measure again. The problem that remains is often a different one, smaller and better suited to a model.',
  ),
  section(
    'Question 3: who decides today, and how well?',
    'A model will be compared with perfection unless you know how the work is done now. Watch it. Sit beside three people for an hour each. Take fifty past decisions, hide the results, and have two people decide again.',
    'The question is avoided because the answer can be embarrassing. Two experienced people who look at the same case agree less often than their managers believe. That is not a scandal; it is the baseline. It also tells you how much room there is, for a model or for a conversation.',
    'A grants office found that its officers agreed on 71 of 100 applications. They talked for an afternoon about the 29, changed two criteria, and agreed on 86 the next month. The model they had planned to buy promised 82.',
    note('Morning’s work: fifty cases, two people, a quiet room, and tea afterwards.'),
  ),
  section(
    'Question 4: who could be worse off?',
    'Every change moves costs. Faster for most can mean slower for those who do not fit. Name the groups before you see data, while you can still be surprised.',
    'Think in situations rather than labels: somebody who shares a phone, who moved last month, who writes in a second language, who has the same name as somebody else, who is ill this week, who distrusts you for good reasons. For each, follow one person through the new way, step by step.',
    'The question is avoided because it has no end. Give it one: six situations, ten minutes each. Mark where the person is stuck, delayed, misread or watched. Those marks are your test cases.',
    bullets(
      'Stuck: no phone of her own, so no code.',
      'Delayed: new address, so “unusual”.',
      'Misread: irony in a complaint.',
      'Watched: location is asked for, though nobody needs it.',
    ),
    'Then ask the people themselves. Two conversations are worth more than a workshop about them.',
  ),
  section(
    'Question 5: how would we know that it is wrong?',
    'Systems are wrong in their own way: fluently, at scale, and often for the same people. Decide now how you would see it.',
    'A useful answer has four parts: a figure, where it comes from, who looks at it on which day, and the value at which something happens. “We will monitor performance” has none of them.',
    table(
      'From wish to answer',
      ['Wish', 'Answer'],
      [
        ['Quality is monitored', 'Every Monday Jo checks 30 results; at 3 errors we talk, at 5 we pause'],
        ['Feedback is welcome', 'Complaints that mention reminders get a mark; Sam reads them on Fridays'],
        [
          'We ensure fairness',
          'Missed appointments by clinic and language, monthly; a gap over 4 points goes to the board',
        ],
      ],
    ),
    'Ask also how you would learn of the error nobody reports. A sample of refusals, of silence, of people who gave up half-way, is dull work and finds the worst cases.',
    'The question is avoided because it makes failure imaginable. That is its purpose.',
  ),
  section(
    'Question 6: can a person still say no?',
    'Three people must be able to say no: the one affected, the one who works with the system, and the one who answers for it. Check each separately, with a stopwatch and a real case.',
    steps(
      'Affected: from the letter to somebody who can change the result. How many minutes? Does the person see what the system saw?',
      'Working with it: from doubt to a different decision. How many clicks, reasons, approvals? What happens to their figures?',
      'Answering for it: from alarm to pause, on a Saturday. Who has the key, and how does work continue?',
    ),
    'Where the answer is “in principle”, the answer is no.',
    'A call centre gave its advisers a button marked “not this”. It was used four times an hour at first and twice a day after a month. The four an hour became a list of repairs; the two a day are the reason people like the tool.',
  ),
  section(
    'Question 7: what will we stop?',
    'A project that only adds will cost more than it brings. Something should end: a report, a double entry, a meeting, a tool. Name it, and the person who will be sad about it.',
    'The question has a second half: how will this one end? Write the last page of the project now. What would make us switch it off? Who takes the work? Which records stay, and who can read them in six years?',
    'It is avoided because endings feel like doubt. They are the opposite. We build differently when we expect to tidy up.',
    note('A sentence to keep: “We will stop when …, and then … will do the work, and the records will be in …”.'),
  ),
  section(
    'The decision',
    'Put seven sheets on the wall, one for each question. Read them aloud. Then everybody writes, without speaking, one of four words: go, smaller, later, no. Turn the papers over together.',
    table(
      'Reading the papers',
      ['What you see', 'What it usually means', 'What to do'],
      [
        ['Mostly go', 'The purpose is clear', 'Write exit tests, start small'],
        ['Mostly smaller', 'Risk sits in one part', 'Cut that part away and ask again'],
        ['Mostly later', 'A “before” is missing', 'Count for two weeks, then meet'],
        ['Mostly no', 'Question 2 has been answered', 'Do the plain thing, and tell people why'],
        ['All different', 'You are solving four problems', 'Back to question 1'],
      ],
    ),
    'Write down the reasons of those who lost. In a year, when you review the decision, theirs will be the most interesting lines.',
  ),
  section(
    'A project in seven answers',
    'The dental group from the first chapter kept its sheets. They fit on one page.',
    bullets(
      'What hurts: one appointment in six is missed; people forget.',
      'Without AI: a text message two days before. Tried for a month: one in eleven.',
      'Today: receptionists guess who will not come and book double. They are right one time in three.',
      'Worse off: people without a mobile phone, and those who share one. They get a call.',
      'Wrong: missed appointments by clinic and by way of contact, monthly.',
      'Saying no: reply STOP; reception can switch it off per patient.',
      'Stop: double booking. The prediction project, too.',
    ),
    'They decided “no” to the model and “go” to the message. The remaining one in eleven are mostly people with long treatments. A nurse now calls them. She says that it is the best hour of her week.',
  ),
);
