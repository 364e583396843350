package io.koordbridge.colo.answer;

/** Ports of this host. They are named here and nowhere else in the code; documents, footers of pages and notes of the chart are compared with them. */
public final class LocalPorts {
    /** Page and API of the yarn-operator. */
    public static final int OPERATOR = 8080;

    /** Page and API of koord-manager. */
    public static final int MANAGER = 8081;

    /** Page and API of koord-descheduler. */
    public static final int DESCHEDULER = 8082;

    /** Page of koord-scheduler. */
    public static final int SCHEDULER_PAGE = 8083;

    /** API of koord-scheduler, which has a port of its own. */
    public static final int SCHEDULER = 8091;

    private LocalPorts() {}
}
