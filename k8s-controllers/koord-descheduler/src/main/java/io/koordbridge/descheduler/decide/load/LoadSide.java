package io.koordbridge.descheduler.decide.load;

/** Which usage of a node is compared: of all, or of its prod pods. */
enum LoadSide {
    NODE("node"),
    PROD("prod");

    private final String word;

    LoadSide(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    long[] usage(NodeLoad node) {
        return this == NODE ? node.usage() : node.prodUsage();
    }

    long[] high(NodeLoad node) {
        return this == NODE ? node.limits().high() : node.limits().prodHigh();
    }

    private long[] low(NodeLoad node) {
        return this == NODE ? node.limits().low() : node.limits().prodLow();
    }

    /** Above the high threshold of some resource. */
    boolean isOver(NodeLoad node) {
        return exceeds(usage(node), high(node));
    }

    /** Within the low thresholds of all resources, and open for pods. */
    boolean isUnder(NodeLoad node) {
        return !node.facts().traits().cordoned() && !exceeds(usage(node), low(node));
    }

    private static boolean exceeds(long[] usage, long[] limits) {
        for (int key = 0; key < usage.length; key++) {
            if (usage[key] > limits[key]) {
                return true;
            }
        }
        return false;
    }
}
