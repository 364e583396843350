package io.koordbridge.admission.mutation;

import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.protocol.PureCore;

/** What is certain about profiles that draw lots. */
@PureCore
public final class ProfileProbability {

    private static final int HIGHEST_DRAW = 99;

    private ProfileProbability() {}

    /** Whether every pod that matches is changed. */
    public static boolean isAlways(ClusterColocationProfile profile) {
        return chosen(profile, 0) && chosen(profile, HIGHEST_DRAW);
    }

    /** Whether no pod is changed; a probability that is no number refuses them all. */
    public static boolean isNever(ClusterColocationProfile profile) {
        return !chosen(profile, 0);
    }

    private static boolean chosen(ClusterColocationProfile profile, int draw) {
        try {
            return ProfileMatching.chosen(profile, draw);
        } catch (RefusedException e) {
            return false;
        }
    }
}
