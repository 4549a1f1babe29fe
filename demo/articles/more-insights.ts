import { bullets, type DemoSection, note, section, steps } from '../documents/document.ts';

/** How the insights go on, by the key of their resource. */
export const moreInsights: Record<string, DemoSection[]> = {
  'when-not-to-automate': [
    section(
      'How to hold the half hour',
      'Invite two people who do not agree with each other about the service, and one real case from last week. Read the case first, then the five questions, and let each person answer on paper before anybody speaks. The paper matters. Without it the most experienced voice answers for all three.',
      'A yes needs no majority. If one person can describe somebody for whom the answer would be yes, and the others can picture that person, it is a yes. Write the person down in a sentence. That sentence will be worth more in a year than any score.',
    ),
    section(
      'What people say against it',
      bullets(
        '“We could add a human check.” Perhaps. Ask who, with how much time, and whether they would ever say no.',
        '“Others have automated it.” Ask them what they did about the second question.',
        '“It would be fairer.” It would be more alike. Decide which of the two you need here.',
        '“We have no people.” Then say so. A queue that is honest is easier to mend than a program that hides it.',
      ),
      'The last argument is the serious one. Where there are too few people, automate around the decision first: the forms, the papers, the reminders. Often that gives back just the hours that the decision needs.',
    ),
  ],
  'who-holds-the-off-switch': [
    section(
      'Signs that are enough',
      'People hesitate to stop a system because they fear to be wrong in public. Signs agreed beforehand take that weight away. Good ones are simple enough to be seen by whoever happens to be on duty: the same complaint three times in an hour, a result that nobody in the room would defend, a figure that has not moved since lunch.',
      'Bad signs need an analyst. If somebody has to open a report in order to know whether they may stop, they will not stop.',
    ),
    section(
      'After the switch was used',
      steps(
        'Thank whoever used it, within the day and by name if they like.',
        'Say what was seen and what was done, in four sentences, to everybody who noticed.',
        'Decide who may switch it on again. It should not be the person who was in a hurry.',
        'Look at the floor: what did work without the system feel like, and what was missing?',
        'Only then look for the cause.',
      ),
      'The order matters. Where the cause is looked for first, the thanks never come, and the next person on duty draws the conclusion.',
      note(
        'A switch that has never been used is a hope. Use it once a quarter, on purpose, and write down how long it took.',
      ),
    ),
  ],
  'drift-is-a-people-problem-too': [
    section(
      'A small example',
      'A grants office used a model to sort applications by how well they matched the programme. In the first year the texts were long, clumsy and various. In the third they were short and excellent, and half of them used the word “resilience” in the first line. The score had risen by a fifth. The office was pleased, until a reader who had been on leave for two years came back and asked where the odd ones had gone.',
      'They had gone elsewhere. Those who could not afford advice, or did not know which words to use, had stopped applying. The model had not drifted at all.',
    ),
    section(
      'Questions for the quarterly talk',
      bullets(
        'What do you no longer type, ask or mention, because it makes no difference?',
        'Which sentence do you see so often that you skip it?',
        'Who used to come and does not come any more?',
        'What would you do differently if nothing were counted for a month?',
        'Which override do you no longer bother to make?',
      ),
      'Write the answers down with the date and read last quarter’s aloud before you begin. Change in people is slow and polite. It shows when two pages lie side by side.',
    ),
  ],
  'shadow-ai-asking-without-blaming': [
    section(
      'The room and the sentence',
      'How the fortnight is announced decides what it brings. An e-mail from the legal department brings silence. The most senior person, standing up, with an example of their own, brings answers. “I let it write my speech for the summer party, and it was better than mine. Then I pasted a budget into it, and I should not have done that.” It does not have to be dramatic. It has to be true.',
      'Let people answer without names, but leave room for a first one. In most offices somebody is rather proud of what they have found out. They are your trainers.',
    ),
    section(
      'Afterwards',
      'When the list is published, three things are watched closely: whether anybody gets into trouble, whether the approved tool is any good, and whether the date is kept. If all three hold, the next fortnight, half a year later, finds twice as much and half as much of it worrying.',
      bullets(
        'Keep a page that says what is fine, what is not, and what nobody has decided yet. The third list is the honest part.',
        'Give the approved tool to those who experiment first, not to those who are senior.',
        'Do not count logins. Ask what people stopped doing by hand.',
        'Forgive the same mistake twice. After that, look for what makes it so easy.',
      ),
    ),
  ],
};
