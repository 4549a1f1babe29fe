import { note, reading, section, table } from '../documents/document.ts';

const columns = ['No.', 'Check', 'Look for'];

export const procurementChecks = reading(
  'Forty checks to run before signing, from training data to exit terms, with model contract wording.',
  'Edition 2',
  section(
    'How to use the checks',
    'Forty checks are too many for a small purchase and about right for one that affects the public. Pick those that matter, give each a name and a date, and keep the evidence with the contract. A check passes when somebody has seen something, not when somebody has said something.',
    'The order follows the purchase: before you ask, while you compare, before you sign, and for the day you leave.',
    note('Model wording is a starting point for a conversation with your lawyer. It is not legal advice.'),
  ),
  section(
    'Before you ask the market',
    table('Checks 1 to 10', columns, [
      ['1', 'The problem is written without naming a product', 'One paragraph'],
      ['2', 'A plain alternative was costed', 'Figure and source'],
      ['3', 'People who do the work took part', 'Names, changes made'],
      ['4', 'People affected are listed', 'List, including non-users'],
      ['5', 'The risk tier is settled', 'Intake form'],
      ['6', 'Uses that are ruled out are written down', 'Three at least'],
      ['7', 'Data that may be used is listed, with permission', 'Data statement'],
      ['8', 'Someone will own the service after the project', 'Name, hours a week'],
      ['9', 'The yearly cost of checking is in the budget', 'Figure'],
      ['10', 'Tests and limits for the pilot exist', 'Exit test sheet'],
    ]),
  ),
  section(
    'While you compare bidders',
    table('Checks 11 to 20', columns, [
      ['11', 'Sources of training data, with dates and gaps', 'Document, not a slide'],
      ['12', 'Test results by group and language', 'Figures'],
      ['13', 'What the product does badly', 'List from the supplier'],
      ['14', 'Results on your own cases', '50 cases, two markers'],
      ['15', 'Attack tests by somebody independent', 'Report or summary'],
      ['16', 'Where data is kept and who can read it', 'Regions, roles'],
      ['17', 'Sub-suppliers and the model beneath', 'Names, terms'],
      ['18', 'How a person sees, changes and stops a result', 'Live, on your case'],
      ['19', 'Use with a screen reader and a keyboard', 'Tried by a user'],
      ['20', 'Two customers you chose yourself', 'Notes of the call'],
    ]),
    'Check 14 changes more decisions than any other. Use real cases with names removed, include ten that went wrong in the past, and let two people mark the results without knowing whose they are.',
  ),
  section(
    'Before you sign',
    table('Checks 21 to 30', columns, [
      ['21', 'Purpose and ruled-out uses stand in the contract', 'Clause'],
      ['22', 'No training on your data without a yes', 'Clause, setting'],
      ['23', 'Notice of model changes and a test window', '30 days, clause'],
      ['24', 'The right to stay on a version for a time', 'Clause'],
      ['25', 'Incidents: who calls whom, and when', 'Names, 24 hours'],
      ['26', 'Logs you can read without the supplier', 'Sample export'],
      ['27', 'Right to test and to publish a summary', 'Clause'],
      ['28', 'Limits on price changes', 'Figure'],
      ['29', 'Who pays when a result harms somebody', 'Clause, insurance'],
      ['30', 'Help with questions from people affected', 'Reply time'],
    ]),
  ),
  section(
    'For the day you leave',
    table('Checks 31 to 40', columns, [
      ['31', 'Data comes back in an open format', 'Sample'],
      ['32', 'Deletion is confirmed in writing', 'Clause, days'],
      ['33', 'Old decisions stay explainable', 'Years, format'],
      ['34', 'Prompts and settings you wrote are yours', 'Clause'],
      ['35', 'Leaving has a price, and it is known', 'Figure'],
      ['36', 'Work can go on by hand', 'Rehearsal date'],
      ['37', 'The next supplier may be told what is needed', 'Clause'],
      ['38', 'Staff know the end date before the public does', 'Plan'],
      ['39', 'You may leave when the law changes', 'Clause'],
      ['40', 'A review of what was learnt is planned', 'Date'],
    ]),
  ),
  section(
    'Model wording',
    'Change of model. “The Supplier gives the Customer 30 days’ written notice of any change to a model, or to its instructions or settings, that may alter results, and provides the changed version for testing during that time. If results fall below the agreed limits, the Customer may stay on the earlier version for up to six months.”',
    'Use of data. “The Supplier uses Customer data only to provide the service to the Customer. It does not use it to train, test or improve any model unless the Customer has agreed in writing for a named purpose, and the Customer may withdraw that agreement.”',
    'Explaining results. “For each result the Supplier keeps what the Customer needs to explain it later: input, output, version and time. The Customer can export these records without help from the Supplier.”',
    'Ending. “When this agreement ends for any reason, the Supplier returns all Customer data and records in an open, documented format within 20 days, helps with questions for 60 days, and then confirms deletion in writing.”',
  ),
  section(
    'A short example',
    'A group of four councils ran 26 of the checks on a document search service. Check 12 ended one bid: the supplier had never measured results in Welsh. Check 20 changed another, when a customer described three unannounced updates in a month. The winning contract holds check 23 word for word. Its first use came eleven weeks later. (Illustrative.)',
  ),
);
