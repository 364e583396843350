package io.koordbridge.scheduler.gang.plan;

/** Whether a pod of a gang may be placed, so far as the gang is concerned. */
public enum GangEntry {
    ALLOWED("", ""),
    NO_GANG("noGang", "its PodGroup does not exist"),
    NOT_INITIALIZED("notInitialized", "the gang has no valid minimum yet"),
    MEMBER_GANG_MISSING("memberGangMissing", "a gang of its group does not exist yet"),
    MEMBER_GANG_NOT_INITIALIZED("memberGangNotInitialized", "a gang of its group has no valid minimum yet"),
    NOT_ENOUGH_PODS("notEnoughPods", "fewer pods than the minimum exist");

    private final String code;
    private final String words;

    GangEntry(String code, String words) {
        this.code = code;
        this.words = words;
    }

    /** The reference's name of the reason. */
    public String code() {
        return code;
    }

    /** For people. */
    public String words() {
        return words;
    }
}
