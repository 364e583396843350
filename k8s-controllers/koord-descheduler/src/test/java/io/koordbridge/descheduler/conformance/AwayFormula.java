package io.koordbridge.descheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;

/** The formula of section 5.4, until the class that ships is joined with the limits. */
final class AwayFormula {

    private AwayFormula() {}

    static int most(int replicas, JsonNode value) {
        if (value.isIntegralNumber()) {
            return capped(value.intValue() == 0 ? 1 : value.intValue(), replicas);
        }
        if (value.isTextual()) {
            String text = value.textValue();
            if (!text.matches("-?[0-9]{1,6}%")) {
                return 0;
            }
            int percent = Integer.parseInt(text.substring(0, text.length() - 1));
            int share = (int) Math.floorDiv((long) replicas * percent, 100L);
            return capped(share == 0 ? 1 : share, replicas);
        }
        int usual = replicas > 10 ? replicas / 10 : replicas < 4 ? 1 : 2;
        return capped(usual, replicas);
    }

    private static int capped(int most, int replicas) {
        return Math.min(most, replicas);
    }
}
