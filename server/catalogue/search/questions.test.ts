import { afterAll, beforeAll, expect, it } from 'vitest';
import { fewResults } from '#contract/catalogue/search.endpoints.ts';
import { demoResources } from '#demo/catalogue/resources.ts';
import { emptySearches } from '#demo/uses.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { pathOf, textStep } from '#tests/support/paths.ts';
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
      path: one.type === 'path' ? pathOf([textStep('a')]) : null,
      access_type: one.accessType,
      tags: one.tags,
      estimated_duration: one.estimatedDuration,
      is_published: one.isPublished,
      created_at: new Date(now - one.createdDaysAgo * 86_400_000),
    });
  }
});
afterAll(() => portal.close());

/** Expected for a search without results and closest matches. */
const nothing = 'nothing';

/** Returns the titles in the order of the screen: the results, then, when they are few, the closest matches. */
async function titlesFor(typed: string): Promise<string[]> {
  const search = encodeURIComponent(typed);
  const titlesOf = async (path: string) => (await member.get<{ title: string }[]>(path)).body.map(({ title }) => title);
  const found = await titlesOf(`/api/resources?search=${search}&page=1&pageSize=12`);
  const closest = found.length < fewResults ? await titlesOf(`/api/resources/closest?search=${search}`) : [];
  return [...found, ...closest];
}

it.each([
  // A compliance officer.
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
  // A head of service.
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
  // A buyer.
  ['vendor questionnaire', 'Supplier Due Diligence Questionnaire'],
  ['vendors', 'Procurement Checks for AI Suppliers'],
  ['procurement checklist', 'Procurement Checks for AI Suppliers'],
  ['contract clauses', 'Five Contract Clauses Worth Arguing For'],
  ['due dilligence', 'Supplier Due Diligence Questionnaire'],
  ['buying ai charity', 'Buying AI as a Group of Small Charities'],
  ['small organizations', 'Small Organisations, Sound Practice'],
  // People in human resources and training.
  ['staff training', 'Skills Map by Role'],
  ['training', 'AI Literacy at Work: What Training Changes'],
  ['AI literacy course', 'AI Literacy Learning Journey'],
  ['employee consultation', 'Consulting Staff before Automation: A Review'],
  ['consultation plan', 'Staff Consultation Plan'],
  ['trade unions', 'Staff Consultation Plan'],
  ['skills', 'Skills Map by Role'],
  ['middle managers', 'The Middle Manager and the Machine'],
  ['change management workshop', 'Change Plan Workshop Deck'],
  // A developer or an analyst.
  ['copilot', 'A Week with an AI Triage Assistant'],
  ['chatbot training', 'Frontline Briefing Deck: Working beside an AI Assistant'],
  ['LLM security', 'Threat Model Worksheet for Language Models'],
  ['prompt injection', 'Threat Model Worksheet for Language Models'],
  ['bias & fairness', 'Bias and Fairness Review Workspace'],
  ['fairness metrics', 'Fairness Measures in Plain English'],
  ['model card', 'Reading a Model Card in Ten Minutes'],
  ['drift monitoring', 'Live Monitoring Plan', 'Drift Is a People Problem Too'],
  ['monitoring plan', 'Live Monitoring Plan'],
  ['pilots ready to stop', 'Three Signals That a Pilot Is Ready to Stop'],
  ['incident response', 'AI Incident Response Runbook'],
  ['data statement method', 'Data Statements for Busy Teams'],
  // By type and access.
  ['templates', 'Data Protection Impact Worksheet for Generative AI'],
  ['free report', 'State of Responsible Adoption 2026: Public Services'],
  ['free books', 'Plain Words for Machine Decisions'],
  ['ebook', 'The Careful Adopter: Leading AI Change with People First'],
  ['online tools', 'Bias and Fairness Review Workspace'],
  ['newsletters about overrides', 'The Oversight Letter: Issue 14'],
  ['risk register', 'AI Risk Register with Scoring Guide'],
  ['learning path for leaders', 'Leading an Organisation That Uses AI'],
  ['engineering learning path', 'Building AI Services That People Can Trust'],
  // In a hurry, misspelt.
  ['risc register', 'AI Risk Register with Scoring Guide'],
  ['govenance template', 'AI Use Intake Form'],
  ['ovrsight', 'Model Oversight Register'],
  ['shadow ai', 'Shadow AI: Asking without Blaming'],
  ['pilot', 'Pilot Exit Test Sheet'],
  ['off switch', 'Who Holds the Off Switch?'],
  // The head of a small business, a founder, a volunteer.
  ['free templates for small business', 'Small Organisations, Sound Practice'],
  ['charity ai', 'Buying AI as a Group of Small Charities', 'Small Organisations, Sound Practice'],
  ['nonprofit', 'Buying AI as a Group of Small Charities', 'Small Organisations, Sound Practice'],
  ['getting started with responsible AI', 'Responsible AI Readiness Assessment', 'Responsible AI Policy Starter'],
  ['how much does it cost', 'The Cost of Oversight: Budgets and Staffing'],
  // A compliance officer, a lawyer.
  ['AI-Act', 'Policy Watch: Reading a Moving Rulebook'],
  ['EU AI Act', 'Policy Watch: Reading a Moving Rulebook'],
  ['eu ai act compliance checklist', 'Policy Watch: Reading a Moving Rulebook'],
  ['article 14 human oversight', 'Human-in-the-Loop Escalation Plan', 'Unpaid Checking: The Hidden Work of Review'],
  ['ISO 42001', 'Responsible AI Policy Starter', 'AI Use Intake Form', 'Responsible AI Readiness Assessment'],
  ['NIST AI RMF', 'AI Risk Register with Scoring Guide'],
  ['nist risk management framework', 'AI Risk Register with Scoring Guide'],
  ['ai risk assesment template', 'AI Risk Register with Scoring Guide', 'Algorithmic Impact Assessment Pack'],
  ['data protection impact assessment', 'Data Protection Impact Worksheet for Generative AI'],
  ['data-protection', 'Data Protection Impact Worksheet for Generative AI'],
  ['logging requirements', 'What a Good Override Log Shows', 'Policy Watch: Notices, Logs and Literacy'],
  ['right to explanation', 'Plain Words for Machine Decisions'],
  [
    'automated decision making',
    'When Not to Automate: Five Questions for Service Owners',
    'Appeals and Remedies: Routes to a Human',
  ],
  ['accountability', 'Model Oversight Register', 'Who Holds the Off Switch?'],
  ['privacy notice', 'AI Notice Wording Kit', 'Data Protection Impact Worksheet for Generative AI'],
  ['equality impact', 'Algorithmic Impact Assessment Pack'],
  ['discrimination', 'Bias and Fairness Review Workspace', 'Algorithmic Impact Assessment Pack'],
  ['redress', 'Appeals and Remedies: Routes to a Human'],
  ['complaints and appeals process', 'Appeals and Remedies: Routes to a Human'],
  ['high risk ai systems', 'AI Risk Register with Scoring Guide', 'AI Use Intake Form'],
  ['risk appetite', 'AI Risk Register with Scoring Guide'],
  // Governance.
  [
    'governance framework',
    'Responsible AI Policy Starter',
    'AI Use Intake Form',
    'Responsible AI Readiness Assessment',
  ],
  ['ai inventory', 'Model Oversight Register'],
  ['AI governance policy', 'Responsible AI Policy Starter'],
  ['policy template word', 'Responsible AI Policy Starter'],
  ['acceptable use policy', 'Responsible AI Policy Starter', 'Writing an AI Policy People Will Read'],
  ['chatgpt policy', 'Responsible AI Policy Starter', 'Writing an AI Policy People Will Read'],
  ['ethics board terms of reference', 'Oversight That Works: Lessons from Twelve Review Boards'],
  ['ethics comittee', 'Oversight That Works: Lessons from Twelve Review Boards'],
  ['approval process for new ai tools', 'AI Use Intake Form'],
  ['intake form', 'AI Use Intake Form'],
  ['use case assessment', 'AI Use Case Canvas'],
  ['who can switch off the system', 'Model Oversight Register', 'Who Holds the Off Switch?'],
  ['kill switch', 'Who Holds the Off Switch?'],
  // A person with a deadline on Friday.
  ['incident response plan', 'AI Incident Response Runbook'],
  ['when things go wrong', 'AI Incident Response Runbook', 'Incident Rehearsal Room'],
  ['tabletop exercise', 'Incident Rehearsal Room', 'Rehearsing Failure on a Tuesday Afternoon'],
  ['board paper', 'Board Briefing Deck: AI Oversight in Ten Minutes'],
  ['report to the board on ai', 'Board Briefing Deck: AI Oversight in Ten Minutes'],
  ['kpi dashboard', 'Counting What the Dashboard Leaves Out', 'Measuring Harm: Indicators for Live AI Services'],
  ['ROI of AI', 'Benefits and Harms Scorecard', 'The Cost of Oversight: Budgets and Staffing'],
  ['quick self assessment', 'Responsible AI Readiness Assessment'],
  ['proof of concept', 'Pilot Exit Test Sheet', 'Three Signals That a Pilot Is Ready to Stop'],
  ['stop a pilot', 'Three Signals That a Pilot Is Ready to Stop', 'Pilot Exit Test Sheet'],
  ['project guide', 'Questions before Code: A Purpose-Driven Guide to AI Projects'],
  // A developer, an analyst, a tester.
  ['bias audit tool', 'Bias and Fairness Review Workspace'],
  ['algoritmic bias', 'Bias and Fairness Review Workspace', 'Algorithmic Impact Assessment Pack'],
  ['fairnes testing', 'Bias and Fairness Review Workspace', 'Fairness Measures in Plain English'],
  ['red teaming', 'Threat Model Worksheet for Language Models'],
  ['penetration test llm', 'Threat Model Worksheet for Language Models'],
  ['model cards', 'Reading a Model Card in Ten Minutes'],
  ['model drift', 'Drift Is a People Problem Too', 'Live Monitoring Plan'],
  ['monitering', 'Live Monitoring Plan'],
  ['dataset documentation', 'Data Set Statement'],
  ['training data provenance', 'Procurement Checks for AI Suppliers', 'Data Set Statement'],
  ['human in the loop', 'Human-in-the-Loop Escalation Plan'],
  ['human-in-the-loop', 'Human-in-the-Loop Escalation Plan'],
  ['HITL', 'Human-in-the-Loop Escalation Plan'],
  ['on-call rota', 'Human-in-the-Loop Escalation Plan'],
  ['override log', 'What a Good Override Log Shows'],
  ['decommissioning', 'Learning to Let Go: Retiring AI Systems Well'],
  ['retire ai system', 'Learning to Let Go: Retiring AI Systems Well'],
  ['ai agents', 'A Week with an AI Triage Assistant', 'Frontline Briefing Deck: Working beside an AI Assistant'],
  // Procurement.
  ['rfp questions for ai vendors', 'Supplier Due Diligence Questionnaire', 'Procurement Checks for AI Suppliers'],
  ['tender', 'Procurement Checks for AI Suppliers', 'Supplier Due Diligence Questionnaire'],
  ['procurment', 'Procurement Checks for AI Suppliers'],
  ['third-party risk', 'Supplier Due Diligence Questionnaire', 'AI Risk Register with Scoring Guide'],
  ['negotiate with suppliers', 'Five Contract Clauses Worth Arguing For'],
  ['contract templat', 'Supplier Due Diligence Questionnaire', 'Five Contract Clauses Worth Arguing For'],
  // Human resources.
  [
    'hr recruitment ai',
    'Skills Map by Role',
    'Staff Consultation Plan',
    'Consulting Staff before Automation: A Review',
  ],
  ['works council', 'Staff Consultation Plan', 'Consulting Staff before Automation: A Review'],
  ['upskilling', 'Skills Map by Role', 'AI Literacy at Work: What Training Changes'],
  ['awareness training', 'AI Literacy at Work: What Training Changes', 'AI Literacy Learning Journey'],
  ['change managment', 'Change Plan Workshop Deck', 'The Careful Adopter: Leading AI Change with People First'],
  ['resistance to change', 'Change Plan Workshop Deck', 'The Careful Adopter: Leading AI Change with People First'],
  ['unapproved tools', 'Shadow AI: Asking without Blaming'],
  ['workload of reviewers', 'Unpaid Checking: The Hidden Work of Review'],
  ['co-design', 'Change Plan Workshop Deck'],
  // The public sector, health, education.
  ['public sector', 'Algorithmic Impact Assessment Pack', 'State of Responsible Adoption 2026: Public Services'],
  ['local government ai', 'Algorithmic Impact Assessment Pack', 'State of Responsible Adoption 2026: Public Services'],
  ['hospital', 'The Oversight Letter: Issue 14', 'AI Incident Response Runbook', 'Frontline Notes: Summer'],
  ['teacher training', 'AI Literacy at Work: What Training Changes', 'AI Literacy Learning Journey'],
  ['call center', 'A Week with an AI Triage Assistant'],
  ['library', 'How a Library Service Said No'],
  // By type, access and time.
  ['10 minutes', 'Responsible AI Readiness Assessment'],
  ['5 min read about fairness', 'Fairness Measures in Plain English'],
  ['risk template 50 minutes', 'AI Risk Register with Scoring Guide'],
  ['free article about triage', 'A Week with an AI Triage Assistant'],
  ['subscription templates monitoring', 'Live Monitoring Plan'],
  ['leadership book', 'The Careful Adopter: Leading AI Change with People First'],
  [
    'powerpoint',
    'Board Briefing Deck: AI Oversight in Ten Minutes',
    'Frontline Briefing Deck: Working beside an AI Assistant',
  ],
  ['excel risk register', 'AI Risk Register with Scoring Guide'],
  ['oversight letter 13', 'The Oversight Letter: Issue 13'],
  ['cheklist', 'Procurement Checks for AI Suppliers'],
  // Standards and articles as people write them, and types only.
  ['ISO/IEC 42001', 'Responsible AI Policy Starter', 'AI Use Intake Form', 'Responsible AI Readiness Assessment'],
  ['ISO/IEC 42001:2023', 'Responsible AI Policy Starter', 'AI Use Intake Form', 'Responsible AI Readiness Assessment'],
  ['iso42001', 'Responsible AI Policy Starter', 'AI Use Intake Form', 'Responsible AI Readiness Assessment'],
  ['AI RMF', 'AI Risk Register with Scoring Guide'],
  ['NIST RMF', 'AI Risk Register with Scoring Guide'],
  ['art. 4 training', 'AI Literacy at Work: What Training Changes', 'AI Literacy Learning Journey'],
  ['article4', 'AI Literacy Learning Journey', 'AI Literacy at Work: What Training Changes'],
  ['Art.50', 'Policy Watch: Notices, Logs and Literacy', 'AI Notice Wording Kit'],
  ['non-profit', 'Buying AI as a Group of Small Charities', 'Small Organisations, Sound Practice'],
  ['municipality', 'Algorithmic Impact Assessment Pack', 'State of Responsible Adoption 2026: Public Services'],
  ['data protection officer', 'Data Protection Impact Worksheet for Generative AI'],
  ['free excel templates', 'AI Use Intake Form', 'Staff Consultation Plan', 'Pilot Exit Test Sheet'],
  // Topics that the catalogue does not cover.
  ['facial recognition', nothing],
  ['carbon footprint', nothing],
])('BROWSE-20 %s shows first: %s', async (typed, ...firsts) => {
  const titles = await titlesFor(typed);
  expect(firsts, titles.join(' | ')).toContain(titles[0] ?? nothing);
});

it("the demo's searches without a result find nothing, and those with closest matches have some", async () => {
  for (const { text, hadClosest = false } of emptySearches) {
    const { headers } = await member.get(`/api/resources?search=${encodeURIComponent(text)}`);
    expect([text, headers['x-total-count'], 'x-closest-count' in headers]).toEqual([text, '0', hadClosest]);
  }
});
