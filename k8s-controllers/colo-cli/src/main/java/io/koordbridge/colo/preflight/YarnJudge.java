package io.koordbridge.colo.preflight;

import io.koordbridge.answers.NodesAnswer.Node;
import io.koordbridge.answers.StatusAnswer;
import io.koordbridge.answers.StatusAnswer.Cluster;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether a ResourceManager accepts updates of the yarn-operator and schedules by them. */
@PureCore
final class YarnJudge {
    private static final Pattern HADOOP = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\..*");
    private static final int MAJOR = 3;
    private static final int OLDEST_MINOR = 2;
    private static final int NEWEST_MINOR = 5;
    private static final String DOMINANT = "DominantResourceCalculator";
    private static final String CALCULATOR_REMEDY =
            "capacity-scheduler.xml: yarn.scheduler.capacity.resource-calculator ="
                    + " org.apache.hadoop.yarn.util.resource.DominantResourceCalculator, otherwise vcores limit nothing";

    private YarnJudge() {}

    /** By what the operator found. */
    static List<Finding> operator(StatusAnswer status, List<Node> nodes) {
        if (status.clusters().isEmpty()) {
            return List.of(Finding.warn(
                    "yarn",
                    "clusters",
                    "no YARN cluster is configured",
                    "operator.hadoopConf.configMapName of chart koord-bridge"));
        }
        List<Finding> findings = new ArrayList<>();
        status.clusters().forEach(cluster -> findings.addAll(cluster(cluster, status.problems())));
        List<String> over =
                nodes.stream().filter(YarnJudge::overdrawn).map(Node::name).toList();
        if (!over.isEmpty()) {
            findings.add(Finding.warn(
                    "yarn",
                    "vcores count",
                    "more vcores are allocated than the ResourceManager may give on " + String.join(", ", over)
                            + ": a shrink under way, or a calculator that counts memory only",
                    CALCULATOR_REMEDY));
        }
        return findings;
    }

    private static boolean overdrawn(Node node) {
        Long given = node.usedVcores();
        Long may = node.rmVcores();
        return given != null && may != null && given > may && !node.state().equals("SHRINKING");
    }

    private static List<Finding> cluster(Cluster cluster, List<String> problems) {
        String part = "yarn " + cluster.id();
        String address = String.valueOf(cluster.resourceManager());
        String who = "ResourceManager of cluster " + cluster.id() + " ";
        List<Finding> findings = new ArrayList<>();
        if (!cluster.state().equals("UP")) {
            String why = problems.stream()
                    .filter(each -> each.startsWith(who))
                    .findFirst()
                    .orElse("no answer yet");
            findings.add(
                    Finding.fail(
                            part,
                            "reachable",
                            address + ": " + why,
                            "check yarn.resourcemanager.admin.address in the operator's yarn-site.xml, NetworkPolicies and, with Kerberos, the key table"));
            return findings;
        }
        findings.add(Finding.ok(part, "reachable", address + ", " + cluster.auth()));
        findings.add(problems.stream()
                .filter(each -> each.startsWith(who + "answers, but takes no updates"))
                .findFirst()
                .map(each -> Finding.fail(
                        part,
                        "takes updates",
                        each,
                        "name the operator's user in yarn.admin.acl, then yarn rmadmin -refreshAdminAcls"))
                .orElseGet(() -> Finding.ok(part, "takes updates", "none was rejected")));
        problems.stream()
                .filter(each -> each.startsWith(who) && !each.startsWith(who + "answers, but"))
                .forEach(each -> findings.add(Finding.warn(part, "settings", each, "docs/guide/yarn.md")));
        return findings;
    }

    /**
     * By its web server.
     *
     * @param user whom the operator is to the ResourceManager, empty when unknown
     * @param operator how the operator logs in, empty when unknown
     */
    static List<Finding> web(ResourceManagerFacts facts, String user, String operator) {
        String part = "ResourceManager";
        if (facts.problem() != null) {
            return List.of(Finding.fail(
                    part,
                    "web address",
                    facts.url() + ": " + facts.problem(),
                    "name its web address by --resourcemanager"));
        }
        return List.of(
                version(part, facts.version()),
                authentication(part, facts.authentication(), operator),
                acl(part, facts.adminAcl(), user),
                calculator(part, facts));
    }

    private static Finding version(String part, String version) {
        Matcher matcher = HADOOP.matcher(version);
        if (!matcher.matches()) {
            return Finding.warn(part, "Hadoop", "version '" + version + "' is not understood", "want 3.2 to 3.5");
        }
        int major = Integer.parseInt(matcher.group(1));
        int minor = Integer.parseInt(matcher.group(2));
        boolean old = major < MAJOR || (major == MAJOR && minor < OLDEST_MINOR);
        boolean untested = major > MAJOR || minor > NEWEST_MINOR;
        if (old) {
            return Finding.fail(part, "Hadoop", version, "upgrade to Hadoop 3.2 or newer");
        }
        return untested
                ? Finding.warn(part, "Hadoop", version, "newer than 3.5, with which this was tested")
                : Finding.ok(part, "Hadoop", version);
    }

    private static Finding authentication(String part, String authentication, String operator) {
        String check = "authentication";
        if (authentication.isEmpty()) {
            return Finding.warn(part, check, "not known", "see hadoop.security.authentication in core-site.xml");
        }
        String remedy =
                "operator.kerberos and hadoop.security.authentication in the operator's core-site.xml: docs/guide/kerberos.md";
        if (!operator.isEmpty() && !operator.equals(authentication)) {
            return Finding.fail(part, check, authentication + ", the operator uses " + operator, remedy);
        }
        return operator.isEmpty() && authentication.equals("kerberos")
                ? Finding.warn(part, check, authentication, remedy)
                : Finding.ok(part, check, authentication);
    }

    private static Finding acl(String part, String acl, String user) {
        String remedy = "name the operator's user in yarn.admin.acl, then yarn rmadmin -refreshAdminAcls";
        if (acl.isBlank()) {
            return Finding.warn(part, "yarn.admin.acl", "not known", remedy);
        }
        List<String> users = List.of(acl.strip().split("\\s+")[0].split(","));
        if (acl.strip().equals("*") || (!user.isEmpty() && users.contains(user))) {
            return Finding.ok(part, "yarn.admin.acl", acl.strip());
        }
        return user.isEmpty()
                ? Finding.warn(
                        part,
                        "yarn.admin.acl",
                        acl.strip() + ": whether it names the operator's user is not known",
                        remedy)
                : Finding.fail(part, "yarn.admin.acl", acl.strip() + " lacks user " + user, remedy);
    }

    private static Finding calculator(String part, ResourceManagerFacts facts) {
        String check = "counts vcores";
        if (facts.calculator().endsWith(DOMINANT)) {
            return Finding.ok(part, check, DOMINANT);
        }
        if (!facts.calculator().isEmpty()) {
            return Finding.fail(part, check, facts.calculator(), CALCULATOR_REMEDY);
        }
        return facts.scheduler().equals("capacityScheduler")
                ? Finding.warn(
                        part, check, "a CapacityScheduler with a configuration file does not say it", CALCULATOR_REMEDY)
                : Finding.warn(
                        part,
                        check,
                        "scheduler " + facts.scheduler() + " is not tested with",
                        "use the CapacityScheduler: " + CALCULATOR_REMEDY);
    }
}
