import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoResources } from '#demo/catalogue/resources.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let member: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  member = await portal.member();
  const now = Date.now();
  for (const one of demoResources) {
    await insertResource(portal.database, {
      title: one.title,
      description: one.description,
      type: one.type,
      access_type: one.accessType,
      tags: one.tags,
      is_published: one.isPublished,
      created_at: new Date(now - one.createdDaysAgo * 86_400_000),
    });
  }
});
afterAll(() => portal.close());

it.each([
  // A compliance officer
  ['GDPR', 'Data Protection Impact Worksheet for Generative AI'],
  ['gdpr template', 'Data Protection Impact Worksheet for Generative AI'],
  ['DPIA', 'Data Protection Impact Worksheet for Generative AI'],
  ['privacy', 'Data Protection Impact Worksheet for Generative AI'],
  ['impact assessments', 'Algorithmic Impact Assessment Pack'],
  ['algorithmic impact assesment', 'Algorithmic Impact Assessment Pack'],
  ['regulations', 'Policy Watch: Reading a Moving Rulebook'],
  ['AI law', 'Policy Watch: Reading a Moving Rulebook'],
  ['how do people appeal', 'Appeals and Remedies: Routes to a Human'],
  ['transparency notices', 'AI Notice Wording Kit'],
  // A head of service
  ['AI policy template', 'Responsible AI Policy Starter'],
  ['policies', 'Policy Watch: Notices, Logs and Literacy'],
  ['how do we write an AI policy?', 'Writing an AI Policy People Will Read'],
  ['should we automate this', 'When Not to Automate: Five Questions for Service Owners'],
  ['readiness assessment', 'Responsible AI Readiness Assessment'],
  ['are we ready for AI', 'Responsible AI Readiness Assessment'],
  ['maturity', 'Responsible AI Readiness Assessment'],
  ['use case', 'AI Use Case Canvas'],
  ['board presentation', 'Board Briefing Deck: AI Oversight in Ten Minutes'],
  ['slides for the board', 'Board Briefing Deck: AI Oversight in Ten Minutes'],
  ['cost of oversight', 'The Cost of Oversight: Budgets and Staffing'],
  ['budgeting', 'The Cost of Oversight: Budgets and Staffing'],
  ['report for leaders', 'The One-Page AI Report for Leaders'],
  // Someone who buys
  ['vendor questionnaire', 'Supplier Due Diligence Questionnaire'],
  ['vendors', 'Procurement Checks for AI Suppliers'],
  ['procurement checklist', 'Procurement Checks for AI Suppliers'],
  ['contract clauses', 'Five Contract Clauses Worth Arguing For'],
  ['due dilligence', 'Supplier Due Diligence Questionnaire'],
  ['buying ai charity', 'Buying AI as a Group of Small Charities'],
  ['small organizations', 'Small Organisations, Sound Practice'],
  // People in human resources and training
  ['staff training', 'Skills Map by Role'],
  ['training', 'AI Literacy at Work: What Training Changes'],
  ['AI literacy course', 'AI Literacy Learning Journey'],
  ['employee consultation', 'Consulting Staff before Automation: A Review'],
  ['consultation plan', 'Staff Consultation Plan'],
  ['trade unions', 'Staff Consultation Plan'],
  ['skills', 'Skills Map by Role'],
  ['middle managers', 'The Middle Manager and the Machine'],
  ['change management workshop', 'Change Plan Workshop Deck'],
  // A developer or an analyst
  ['copilot', 'A Week with an AI Triage Assistant'],
  ['chatbot training', 'Frontline Briefing Deck: Working beside an AI Assistant'],
  ['LLM security', 'Threat Model Worksheet for Language Models'],
  ['prompt injection', 'Threat Model Worksheet for Language Models'],
  ['bias & fairness', 'Bias and Fairness Review Workspace'],
  ['fairness metrics', 'Fairness Measures in Plain English'],
  ['model card', 'Reading a Model Card in Ten Minutes'],
  ['drift monitoring', 'Live Monitoring Plan'],
  ['monitoring plan', 'Live Monitoring Plan'],
  ['pilots ready to stop', 'Three Signals That a Pilot Is Ready to Stop'],
  ['incident response', 'AI Incident Response Runbook'],
  ['data statement method', 'Data Statements for Busy Teams'],
  // By type and access
  ['templates', 'Data Protection Impact Worksheet for Generative AI'],
  ['free report', 'State of Responsible Adoption 2026: Public Services'],
  ['free books', 'Plain Words for Machine Decisions'],
  ['ebook', 'The Careful Adopter: Leading AI Change with People First'],
  ['online tools', 'Bias and Fairness Review Workspace'],
  ['newsletters about overrides', 'The Oversight Letter: Issue 14'],
  ['risk register', 'AI Risk Register with Scoring Guide'],
  // In a hurry, misspelt
  ['risc register', 'AI Risk Register with Scoring Guide'],
  ['govenance template', 'AI Use Intake Form'],
  ['ovrsight', 'Model Oversight Register'],
  ['shadow ai', 'Shadow AI: Asking without Blaming'],
  ['pilot', 'Pilot Exit Test Sheet'],
  ['off switch', 'Who Holds the Off Switch?'],
])('BROWSE-16 %s finds first: %s', async (typed, first) => {
  const { body } = await member.get<{ title: string }[]>(
    `/api/resources?search=${encodeURIComponent(typed)}&page=1&pageSize=5`,
  );
  expect(body.map(({ title }) => title)[0] ?? 'nothing', body.map(({ title }) => title).join(' | ')).toBe(first);
});
