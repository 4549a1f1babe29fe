import { bullets, note, reading, section, steps, table } from '../documents/document.ts';

export const handbookOfReview = reading(
  'How to review an AI system fairly, firmly and in reasonable time.',
  'First edition',
  section(
    'Who reviews',
    'Sooner or later somebody asks you to look over a system that others have built or bought. You may be a lawyer, a nurse, a councillor or the colleague who reads carefully. This handbook helps you do it in about six hours, and leave something useful behind.',
    'A reviewer is not a judge. The team knows more than you about the system and less about how it looks from outside. Your job is to ask what they no longer see, and to write it down so that a decision becomes easier.',
  ),
  section(
    '1. The first hour: what is it?',
    'Ask for a demonstration on a case of your choice, not theirs. Then describe the system back in five sentences: who uses it, what goes in, what comes out, what happens next, who can change that. If the team corrects you twice, the description was the first finding.',
    bullets(
      'What did people do before?',
      'What does it do when it does not know?',
      'Which part was easiest to build, and which part worries you?',
      'Who is not in this room and should be?',
    ),
    'Note what is missing from the papers. A system without a list of excluded uses has not been finished.',
  ),
  section(
    '2. The second hour: follow one person',
    'Choose somebody affected who does not fit: the tenant with two addresses, the patient with an interpreter. Follow them through every step, on paper, with the team. Do not accept “that would be handled”. By whom, when, and what do they see?',
    'One person followed to the end shows more than an hour of slides. You will find the place where two systems meet and nobody stands.',
  ),
  section(
    '3. The third hour: evidence',
    'Ask for the three results that support launching and the three that speak against it. Teams without the second list have not looked.',
    table(
      'Questions to put to a figure',
      ['Figure', 'Ask'],
      [
        ['94 in 100 are right', 'Which six are wrong, and are they alike?'],
        ['Users are satisfied', 'Who stopped using it before you asked?'],
        ['Tested on 1,000 cases', 'Chosen by whom, from when?'],
        ['No difference between groups', 'How many people are in the smallest group?'],
        ['Saves two hours a day', 'After checking? Whose hours?'],
      ],
    ),
    'You need not be able to calculate. You need to be stubborn about where numbers come from.',
  ),
  section(
    '4. The fourth hour: people at work',
    'Sit beside somebody who uses it. Watch for the moment they hesitate. Ask what they do when they disagree, and whether that is counted. Ask what they have learnt to ignore.',
    'If they praise it, ask what they would miss if it were switched off tomorrow. The answer is the real purpose, and sometimes it is not the one in the papers.',
  ),
  section(
    '5. The fifth hour: when it fails',
    'Walk through one bad day with the team. The supplier has changed the model overnight; results look fine and are wrong for one group. Who notices? When? Who pauses? What do staff say at the desk? How are those found who were harmed on the first day?',
    note('Do it with a clock on the table. Plans that take a paragraph to write can take a week to happen.'),
  ),
  section(
    '6. The sixth hour: write',
    'Two pages. The first line says what you recommend: go, go with changes, not yet, no. Then the reasons, most important first, each with what you saw. Then conditions, each with a name, a date and how it will be checked.',
    steps(
      'Praise what is good, precisely. It tells others what to copy.',
      'Separate what must change from what you would do differently.',
      'Put no more than five conditions. Ten are a no in disguise.',
      'Say what you did not look at.',
      'Show it to the team before anybody else, and correct errors of fact, not of opinion.',
    ),
  ),
  section(
    '7. When they do not listen',
    'Advice can be set aside; it should not disappear. Ask for the reasons in writing and keep both together. Come back after three months and look at the figures. If you were wrong, say so, in the same room. It is the cheapest way to be listened to next time.',
    'If you believe that somebody will be harmed, you are no longer advising. Use the route your organisation has for that, and if it has none, that is your first condition.',
  ),
);

export const plainWords = reading(
  'How to explain what a system did, to the person it did it to.',
  'First edition',
  section(
    'Why plain words',
    'Somebody is holding your letter. They have been refused, or moved, or asked for more papers, and a system had a part in it. They want to know three things: what happened, why me, what now. This short book is about giving them that in words they need not read twice.',
    'Plain is not childish. It is exact. “The automated assessment identified inconsistencies” is vague as well as cold. “Your form says you moved in May; your tax record says March” can be checked, answered and put right.',
  ),
  section(
    '1. What happened',
    'Begin with the result, in the first line. People look for it anyway. Say it once, without softening it into fog.',
    table(
      'Before and after',
      ['Before', 'After'],
      [
        [
          'We regret to inform you that following an assessment we are unable to progress your application at this time.',
          'We cannot give you the grant.',
        ],
        ['Your case has been prioritised in accordance with our criteria.', 'We will call you by Friday 12 May.'],
        ['Additional verification is required.', 'We need one more paper from you: your lease.'],
      ],
    ),
    'Then say what the machine did and what a person did. “A computer program compared your form with tax records. Mary Quinn looked at the difference and decided.”',
  ),
  section(
    '2. Why me',
    'Give the facts that counted, not the theory. Two or three are enough. Put first the one the person can check.',
    bullets(
      'Name the fact: “You wrote that two adults live in the flat.”',
      'Say where it comes from: “The council tax list has three.”',
      'Say what it did: “With three adults the grant is not paid.”',
      'Say what did not count, if people fear it: “Your nationality plays no part.”',
    ),
    'If nobody can name the facts, the decision is not ready to be sent. That is a rule for the system, not for the letter.',
    'Avoid scores. A number without a scale frightens; a number with a scale invites people to argue with the scale.',
  ),
  section(
    '3. What now',
    'Every letter ends with something the reader can do, and how long it takes.',
    steps(
      'If a fact is wrong: how to correct it. “Send us the lease, or read it to us on the phone.”',
      'If the facts are right but it seems unfair: how to ask a person to look again, free, and by when.',
      'If nothing can be done: who else helps.',
    ),
    'Test the number. Call it yourself on a Monday morning.',
  ),
  section(
    '4. Words to drop',
    table(
      'Words and what to say instead',
      ['Drop', 'Say'],
      [
        ['algorithm, model, AI-powered', 'a computer program that …'],
        ['flagged', 'picked out, because …'],
        ['may, might, where applicable', 'does, or does not'],
        ['customers, users, cases', 'you'],
        ['at this time', '(nothing)'],
        ['human in the loop', 'the person’s name'],
      ],
    ),
    'Keep one technical word if people will need it to ask questions elsewhere, and explain it once.',
  ),
  section(
    '5. Saying it aloud',
    'On the phone you have a voice and no time. Lead with the result, wait, then offer the reason. People who are upset hear the first sentence and the last; put the way to a person into the last.',
    'Advisers should never have to defend a result they cannot see into. Give them the same facts the letter has, and the power to say: “I think this is wrong. I am putting it right now.” Nothing else in this book builds as much trust.',
  ),
  section(
    '6. Pictures, other languages, other ways',
    'Some readers will have the letter read to them, by a machine or by a daughter. Short sentences survive both. Tables do not; say the same in words. Translate with people who know the service, and let somebody translate it back.',
    'Offer a picture of the steps where there are more than three. A line with dots for “sent, read, decided, answered” tells people where they are, and saves calls.',
  ),
  section(
    '7. Learning from the answers',
    'Keep the questions that come back. If ten people ask what “verification” means, the word goes. If twenty say the fact is wrong, the data goes back to its owner. A letter is the cheapest test a system ever gets: thousands of readers, each of whom knows one thing better than you.',
    note('Once a month, read five letters aloud in the team that built the system.'),
  ),
  section(
    'A letter, whole',
    'Dear Mr Hale. We cannot pay the heating grant. You wrote that two adults live in your flat; the council tax list has three, and the grant is for homes with one or two. A computer program noticed the difference, and I checked it. If somebody has moved out, call me free on the number above before 30 June and tell me when; you do not need to send anything. If you think the rule is unfair, ask for a second look by 30 June; my colleague Asha Bell will read your case afresh and answer within ten days. The advice centre in Mill Street helps with heating costs in other ways. Yours sincerely, Mary Quinn.',
  ),
);

export const learningToLetGo = reading(
  'Retiring AI systems well: when, how, and what to keep.',
  'First edition',
  section(
    'Endings are ordinary',
    'Systems end. Suppliers close, laws change, better ways appear, people stop trusting. Yet hardly any project plan has a last page, and so endings happen at the worst time, to the wrong people, in a hurry.',
    'This book treats retirement as part of running a service well. It is short because the work is simple, once somebody owns it.',
  ),
  section(
    '1. Signs that it is time',
    bullets(
      'Results are used less each month, and nobody asks why.',
      'Checking takes longer than doing.',
      'The person who understood it has left.',
      'The problem it solved has moved.',
      'You would not buy it today.',
    ),
    'One sign is a question. Three are an answer. Put the list into the yearly review of every service and tick honestly; the exercise takes ten minutes.',
    'Beware of the sign that is missing: complaints. People give up on a poor service long before they complain about it.',
  ),
  section(
    '2. The decision',
    'Whoever could start a service should be able to end it. Say so in the register. A review board may recommend, a budget may force, but one named person decides, on a date, in writing, with reasons that could be read out to staff.',
    'Two reasons to hesitate are good ones: somebody depends on it who has no other way, or records would be lost. Both are matters of planning. Pride, money already spent and an award on the wall are not reasons.',
  ),
  section(
    '3. Where the work goes',
    'The task remains when the tool is gone, or it was never a task. Settle with the team which parts return to people, which end, and which move to something plainer. Then give them time: skills that have slept need a fortnight.',
    table(
      'An assistant for letters, taken apart',
      ['Part', 'Goes to', 'From'],
      [
        ['First drafts', 'Model paragraphs, 14 of them', '1 March'],
        ['Finding old letters', 'Ordinary search, with better names', '1 March'],
        ['Checking tone', 'A colleague, for difficult cases', 'at once'],
        ['Monthly statistics', 'Ended', '–'],
      ],
    ),
    'In this example, taken from a teaching case, the fourteen paragraphs turned out to be what people had liked.',
  ),
  section(
    '4. What must stay readable',
    'Long after the end, somebody will ask why a decision was taken. Keep what an honest answer needs: the input, the result, what the person decided, the version, and the rules of that day. Keep it in a form that opens without the product, in a place that belongs to a role.',
    steps(
      'List the decisions that can still be questioned, and until when.',
      'Export a sample and let somebody who was not there explain three of them.',
      'Repair what they could not find.',
      'Export the rest; write down where it is; set the date of deletion.',
    ),
    'Delete the remainder. Old prompts full of names are a risk with no use.',
  ),
  section(
    '5. Telling people',
    'Staff first, public second, supplier in time for the notice period. Say why, in a sentence without adjectives. “Checking the drafts took as long as writing them” is enough, and will be quoted with respect.',
    'Thank those who built it. They are the ones you need next time, and they will remember whether stopping was treated as failure.',
  ),
  section(
    '6. The last day, and the day after',
    bullets(
      'Switch off at ten in the morning, on a Tuesday, with everybody in the building.',
      'Close accounts and keys; ask for written confirmation of deletion.',
      'Change the notices that mention it.',
      'Have cake. It helps more than you think.',
      'On Wednesday, ask what is missing.',
    ),
    'Keep a way back for a month if you can, and decide in advance what would make you use it.',
  ),
  section(
    '7. What remains',
    'Write one page: what it was for, what it did, why it ended, what we would do again. Put it where the next proposal will be written. Over some years these pages become the most useful shelf in the building: they tell you what your organisation is bad at automating, and it is usually the same thing.',
    'A baker we know keeps a page about the machine that shaped loaves. “Fast, even, and after two years nobody under thirty could shape a loaf.” She sold it on a Tuesday. The queue is longer now, and people talk in it.',
    note('An organisation that can end things can afford to try them.'),
  ),
);
