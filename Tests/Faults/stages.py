"""Selects the stage for an operation."""

from folder_stage import FolderStage
from store_stage import RepairStage, StoreStage


def prepare(program, operation, folder, tally):
    if operation.root != "store":
        return FolderStage(program, operation, folder, tally)
    kind = RepairStage if operation.repairs else StoreStage
    return kind(program, operation, folder, tally)
