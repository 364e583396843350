package io.koordbridge.manager.profile.view;

import java.util.concurrent.ThreadLocalRandom;

/** Draws lots for the probability of profiles. */
public final class ProfileDraw {

    private static final int DRAWS = 100;

    private ProfileDraw() {}

    /** A number 0..99 for one object and profile: profiles draw independently of each other. */
    public static int next(String profile) {
        return ThreadLocalRandom.current().nextInt(DRAWS);
    }
}
