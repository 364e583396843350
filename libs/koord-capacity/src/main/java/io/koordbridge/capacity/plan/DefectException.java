package io.koordbridge.capacity.plan;

/** A calculation needs what an earlier one could not make; carries the defect of the earlier one. */
final class DefectException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Defect defect;

    DefectException(Defect defect) {
        super(defect.text(), null, false, false);
        this.defect = defect;
    }

    Defect defect() {
        return defect;
    }
}
