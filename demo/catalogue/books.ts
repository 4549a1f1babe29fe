import { carefulAdopter } from '../content/book-careful-adopter.ts';
import { questionsBeforeCode } from '../content/book-questions-before-code.ts';
import { handbookOfReview, learningToLetGo, plainWords } from '../content/books-short.ts';
import { slide } from '../documents/slide.ts';
import { type DemoResource, free, purchase, resourcesOf, subscription } from './resource.ts';

export const books: DemoResource[] = resourcesOf('book', [
  {
    key: 'the-careful-adopter',
    title: 'The Careful Adopter: Leading AI Change with People First',
    description: [
      'A practical book for leaders who have to bring colleagues, customers and the board along at the same pace.',
      'Nine short chapters, from looking at the work to keeping your hands.',
      'Each ends with one thing to do on Monday.',
      'Readable in an evening.',
    ],
    access: purchase(2400),
    minutes: 90,
    principles: ['people_centred', 'adaptive'],
    phases: [1, 2, 3, 4],
    roles: ['executive_leader', 'people_capability_lead'],
    tags: ['leadership', 'change', 'people', 'book'],
    daysAgo: 61,
    contents: carefulAdopter,
    slideshow: [
      slide('people_centred', { kind: 'path', stops: 6, reached: 4 }),
      slide('adaptive', { kind: 'checklist', done: [true, true, false, false, false] }),
    ],
  },
  {
    key: 'questions-before-code',
    title: 'Questions before Code: A Purpose-Driven Guide to AI Projects',
    description: [
      'Seven questions and one decision, in the order in which they save most money.',
      'Why each question is avoided, and a way to answer it in a morning.',
      'Ends with a project that fits on one page.',
    ],
    access: subscription,
    minutes: 80,
    principles: ['purpose_driven', 'responsible'],
    phases: [1, 2, 3],
    roles: ['product_service_owner', 'project_manager', 'executive_leader'],
    tags: ['purpose', 'project', 'questions', 'book'],
    daysAgo: 134,
    contents: questionsBeforeCode,
  },
  {
    key: 'the-handbook-of-ai-review',
    title: 'The Handbook of AI Review',
    description: [
      'How to review an AI system fairly, firmly and in about six hours.',
      'For lawyers, nurses, councillors and colleagues who read carefully.',
      'From the first demonstration to two useful pages, and what to do when nobody listens.',
    ],
    access: purchase(1800),
    minutes: 55,
    principles: ['responsible', 'people_centred'],
    phases: [2, 3],
    roles: ['legal_risk_compliance', 'policy_public_interest_lead', 'technical_lead'],
    tags: ['review', 'oversight', 'evidence', 'book'],
    daysAgo: 229,
    contents: handbookOfReview,
  },
  {
    key: 'plain-words-for-machine-decisions',
    title: 'Plain Words for Machine Decisions',
    description: [
      'How to explain what a system did, to the person it did it to.',
      'What happened, why me, what now: three questions every letter should answer.',
      'With words to drop, and a whole letter to copy.',
    ],
    access: free,
    minutes: 45,
    principles: ['people_centred'],
    phases: [3, 4],
    roles: ['end_user_frontline_staff', 'policy_public_interest_lead', 'product_service_owner'],
    tags: ['plain language', 'letters', 'explanation', 'book'],
    daysAgo: 320,
    contents: plainWords,
  },
  {
    key: 'learning-to-let-go',
    title: 'Learning to Let Go: Retiring AI Systems Well',
    description: [
      'When to end an AI service, how to do it on a Tuesday, and what must stay readable afterwards.',
      'Five signs that it is time; three of them are an answer.',
      'Where the work goes, and what to tell staff, public and supplier.',
    ],
    access: subscription,
    minutes: 45,
    principles: ['adaptive', 'purpose_driven'],
    phases: [4],
    roles: ['product_service_owner', 'technical_lead_ai_ml_data', 'executive_leader'],
    tags: ['retirement', 'records', 'endings', 'book'],
    daysAgo: 71,
    contents: learningToLetGo,
  },
]);
