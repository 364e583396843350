// Names of the API as sentences.

const SENTENCES = {
  CALCULATED: 'As calculated.',
  HELD_BACK: 'The change is small and waits.',
  NODE_INCOMPLETE: 'The kubelet has not reported the node yet.',
  COLOCATION_DISABLED: 'Colocation is off.',
  NODE_METRIC_MISSING: 'No report of the agent.',
  NODE_METRIC_NEVER_REPORTED: 'The agent has never reported.',
  NODE_METRIC_STALE: 'The last report is too old.',
  NODE_METRIC_INCOMPLETE: 'The report lacks measurements.',
  NODE_ALLOCATABLE_MISSING: 'The kubelet has not reported resources.',
  STAGE_FAILED: 'The calculation failed; what is shown stays.',
  STAGE_OFF: 'The stage is switched off; what is shown stays.',
  CALCULATION_STALE: 'The calculation has failed for too long.',
  STALE: 'The agent has missed reports; nothing grows.',
  UNPROTECTED: 'Online pods are not protected.',
  NOT_WRITTEN: 'The node cannot be written; what is shown stays.',
  NOT_CALCULATED: 'Not calculated yet.',
};

/** A sentence for a reason; other reasons are shown as they are. */
export function sentence(reason) {
  return SENTENCES[reason] ?? `${reason}.`;
}
