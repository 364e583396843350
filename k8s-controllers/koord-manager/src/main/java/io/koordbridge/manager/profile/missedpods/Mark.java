package io.koordbridge.manager.profile.missedpods;

/** Something on a pod that profiles set. */
record Mark(Place place, String key) {

    /** Where it is. */
    enum Place {
        LABEL,
        ANNOTATION,
        SPEC
    }
}
