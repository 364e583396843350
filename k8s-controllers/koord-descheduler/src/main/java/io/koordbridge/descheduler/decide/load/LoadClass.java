package io.koordbridge.descheduler.decide.load;

/** What a node is for a pool; descheduler specification section 10.3. */
public enum LoadClass {
    /** Overloaded by all its usage. */
    HIGH,
    /** Overloaded by its prod pods. */
    PROD_HIGH,
    /** Has room, but prod pods use more than their low threshold. */
    LOW,
    /** Has room for prod pods. */
    PROD_LOW,
    /** Has room for all pods. */
    BOTH_LOW,
    /** Neither. */
    NONE;

    static LoadClass of(NodeLoad node) {
        boolean prodOver = LoadSide.PROD.isOver(node);
        boolean prodUnder = LoadSide.PROD.isUnder(node);
        if (LoadSide.NODE.isUnder(node)) {
            if (prodOver) {
                return PROD_HIGH;
            }
            return prodUnder ? BOTH_LOW : LOW;
        }
        if (LoadSide.NODE.isOver(node)) {
            return HIGH;
        }
        if (prodOver) {
            return PROD_HIGH;
        }
        return prodUnder ? PROD_LOW : NONE;
    }
}
