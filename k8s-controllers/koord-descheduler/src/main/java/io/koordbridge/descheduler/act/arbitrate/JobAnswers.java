package io.koordbridge.descheduler.act.arbitrate;

import io.koordbridge.descheduler.decide.run.Verdict;

/** Writes what was decided. */
public interface JobAnswers {

    /** How a write ended. */
    enum Answer {
        /** The job has passed, now or before. */
        PASSED("passed"),
        /** The job has failed. */
        FAILED("failed"),
        /** There is nothing to decide: the job is gone, another one of its name, or over. */
        DROPPED("dropped"),
        /** Nothing was written: a conflict, no lease, a paused job; another round tries it. */
        REFUSED("refused"),
        /** The write may have been made. */
        UNSURE("unsure");

        private final String label;

        Answer(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** Lets a job pass. */
    Answer pass(String name, String uid);

    /** Ends a job. */
    Answer fail(String name, String uid, Verdict verdict);
}
