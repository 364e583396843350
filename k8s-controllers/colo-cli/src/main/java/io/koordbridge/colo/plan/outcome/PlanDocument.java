package io.koordbridge.colo.plan.outcome;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.replay.Totals;
import io.koordbridge.replay.Totals.Cpu;
import io.koordbridge.replay.Totals.PerNodeDay;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** A plan as a document: figures of the chosen setting, and of each setting that is compared. */
@PureCore
public final class PlanDocument {
    private static final int DECIMALS = 4;
    private static final List<String> MEMORY = List.of(
            "batchMemoryBytes",
            "batchMemoryBytesLow",
            "memoryUsedPercent",
            "memoryOfferedPercent",
            "memoryShortMinutesPercent");

    private PlanDocument() {}

    /** All of it but the pictures. */
    public static ObjectNode of(Plan plan) {
        ObjectNode document = ApiReader.JSON.createObjectNode();
        document.put("source", plan.source());
        document.put("setting", plan.choice().title());
        plan.pools().forEach(pool -> document.withArray("pools").add(pool(plan, pool)));
        document.set("total", pool(plan, plan.total()));
        document.set("values", ValuesToSet.of(plan.choice()));
        plan.notes().forEach(note -> document.withArray("notes").add(note));
        return document;
    }

    private static ObjectNode pool(Plan plan, PoolPlan pool) {
        ObjectNode document = ApiReader.JSON.createObjectNode();
        document.put("name", pool.name());
        Totals all = pool.nodes();
        document.put("nodes", all.nodes());
        document.put("milliCpu", Math.round(all.milliCpu()));
        document.put("memoryBytes", Math.round(all.bytes()));
        put(document, "nodeDays", all.nodeDays());
        figures(document, pool.figures().get(plan.chosen()));
        for (int i = 0; i < plan.variants().size(); i++) {
            ObjectNode setting = document.withArray("settings").addObject();
            setting.put("setting", plan.variants().get(i).title());
            plan.variants()
                    .get(i)
                    .changes()
                    .forEach((field, value) -> setting.withObject("/changes").put(field, value));
            figures(setting, pool.figures().get(i));
        }
        return document;
    }

    private static void figures(ObjectNode document, Totals totals) {
        Cpu cpu = totals.cpu();
        document.put("batchMilliCpu", Math.round(cpu.milliCpu()));
        document.put("batchMilliCpuLow", Math.round(cpu.tenthMilliCpu()));
        put(document, "utilizationBeforePercent", cpu.usedPercent());
        put(document, "utilizationAfterPercent", cpu.usedAfterPercent());
        put(document, "offeredPercent", cpu.offeredPercent());
        put(document, "deliveredPercent", cpu.deliveredPercent());
        put(document, "leasedPercent", cpu.leasedPercent());
        put(document, "shortMinutesPercent", cpu.shortMinutesPercent());
        put(document, "oracleSharePercent", cpu.oracleSharePercent());
        memory(document, totals);
        PerNodeDay events = totals.perNodeDay();
        put(document, "writesPerNodeDay", events.writes());
        put(document, "shrinksPerNodeDay", events.shrinks());
        put(document, "leaseChangesPerNodeDay", events.leaseChanges());
        put(document, "evictionEpisodesPerNodeDay", events.evictionEpisodes());
        put(document, "equalsNodes", totals.equalsNodes());
    }

    /** Null where memory is unknown. */
    private static void memory(ObjectNode document, Totals totals) {
        if (FigureRows.knowsMemory(totals)) {
            document.put("batchMemoryBytes", Math.round(totals.memory().offeredBytes()));
            document.put("batchMemoryBytesLow", Math.round(totals.memory().tenthBytes()));
            put(document, "memoryUsedPercent", totals.memory().usedPercent());
            put(document, "memoryOfferedPercent", totals.memory().offeredPercent());
            put(document, "memoryShortMinutesPercent", totals.memory().shortMinutesPercent());
        } else {
            MEMORY.forEach(document::putNull);
        }
    }

    private static void put(ObjectNode document, String field, double value) {
        document.put(field, BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP));
    }
}
